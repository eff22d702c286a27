-- The name of a table that was not named by a user is made from its organizer's name when it is
-- shown. It is no longer stored.
UPDATE matches SET name = '' WHERE EXISTS (
    SELECT 1 FROM seats WHERE seats.match = matches.id
    AND matches.name IN (substr('Mesa de ' || seats.name, 1, 40), substr(seats.name || '''s table', 1, 40))
) OR EXISTS (
    SELECT 1 FROM users WHERE users.id = matches.host
    AND matches.name IN (substr('Mesa de ' || users.name, 1, 40), substr(users.name || '''s table', 1, 40))
);
