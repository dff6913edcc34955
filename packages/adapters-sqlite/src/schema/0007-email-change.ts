const IN_NEW = `
  SELECT value ->> '$.adresseMail', new.id, value ->> '$.date', value ->> '$.mailDue' FROM json_each(iif(json_valid(new.formerEmails), new.formerEmails, '[]'))
    WHERE type = 'object' AND typeof(value ->> '$.adresseMail') = 'text' AND typeof(value ->> '$.date') = 'integer';`;

const REMOVE_OLD = `
  DELETE FROM formerEmails WHERE userId = old.id AND adresseMail IN (
    SELECT value ->> '$.adresseMail' FROM json_each(iif(json_valid(old.formerEmails), old.formerEmails, '[]')) WHERE type = 'object');`;

/**
 * The address that a user wants to have, and the former ones. The table `formerEmails` is an index of the column of this name, so
 * that each address has one user. Triggers maintain it.
 */
export const emailChange = `
ALTER TABLE users ADD COLUMN emailVersion INTEGER NOT NULL DEFAULT 0 CHECK (emailVersion >= 0);
ALTER TABLE users ADD COLUMN pendingEmail TEXT;
ALTER TABLE users ADD COLUMN pendingDate INTEGER CHECK ((pendingDate IS NULL) = (pendingEmail IS NULL));
ALTER TABLE users ADD COLUMN formerEmails TEXT NOT NULL DEFAULT '[]'
  CHECK (json_valid(formerEmails) AND json_type(formerEmails) = 'array');

CREATE INDEX usersByPending ON users (pendingDate) WHERE pendingDate IS NOT NULL;

CREATE TABLE formerEmails (
  adresseMail TEXT NOT NULL PRIMARY KEY,
  userId INTEGER NOT NULL,
  date INTEGER NOT NULL,
  mailDue TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX formerEmailsByDate ON formerEmails (date);
CREATE INDEX formerEmailsByMail ON formerEmails (date) WHERE mailDue IS NOT NULL;

CREATE TRIGGER formerEmailsOfInserted AFTER INSERT ON users WHEN new.formerEmails <> '[]' BEGIN
  INSERT INTO formerEmails${IN_NEW}
END;

CREATE TRIGGER formerEmailsOfUpdated AFTER UPDATE OF formerEmails ON users WHEN new.formerEmails <> old.formerEmails BEGIN${REMOVE_OLD}
  INSERT INTO formerEmails${IN_NEW}
END;

CREATE TRIGGER formerEmailsOfDeleted AFTER DELETE ON users WHEN old.formerEmails <> '[]' BEGIN${REMOVE_OLD}
END;
`;
