-- Name of the lesson if the match is a tutorial; empty for other matches, and after the learner has
-- left the lesson.
ALTER TABLE matches ADD COLUMN lesson TEXT NOT NULL DEFAULT '';
