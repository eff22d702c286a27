-- A table that nobody named is called after its organiser when it is spoken of: such a name is no longer kept.
UPDATE matches SET name = '' WHERE EXISTS (
    SELECT 1 FROM seats WHERE seats.match = matches.id
    AND matches.name IN (substr('Mesa de ' || seats.name, 1, 40), substr(seats.name || '''s table', 1, 40))
) OR EXISTS (
    SELECT 1 FROM users WHERE users.id = matches.host
    AND matches.name IN (substr('Mesa de ' || users.name, 1, 40), substr(users.name || '''s table', 1, 40))
);
