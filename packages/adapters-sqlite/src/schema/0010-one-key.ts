import { HASH_PARAMETERS } from '../users/hashParameters.ts';
import { FIRST_FORMER_DATE } from '../users/lists.ts';

/** The keys of the present and the former addresses of users, each once for a user. */
export const KEYS_OF_USERS = `
  SELECT emailKey AS key, id AS userId FROM users
  UNION SELECT value ->> '$.emailKey', users.id FROM users, json_each(iif(json_valid(formerEmails), formerEmails, '[]'))
    WHERE type = 'object' AND typeof(value ->> '$.emailKey') = 'text'`;

const keysOf = (row: 'new' | 'old'): string => `
    SELECT ${row}.emailKey AS key UNION SELECT value ->> '$.emailKey'
      FROM json_each(iif(json_valid(${row}.formerEmails), ${row}.formerEmails, '[]'))
      WHERE type = 'object' AND typeof(value ->> '$.emailKey') = 'text'`;

const remove = `
  DELETE FROM emailKeys WHERE userId = old.id AND key IN (${keysOf('old')});`;

const add = `
  INSERT INTO emailKeys SELECT key, new.id FROM (${keysOf('new')});`;

/**
 * Each address has its key beside it, in every mode; in the mode `exact` the key is the address. One table, which triggers maintain, gives
 * each key one user: present addresses and former ones alike. `emailKey` is a function of the connection (`connection/openDatabase.ts`).
 *
 * The table of users is made anew, because SQLite removes neither a unique column nor a constraint of a table. So the columns that step 9
 * has emptied go, too.
 */
export const oneKey = `
-- A row that somebody has edited past the checks stays as damaged as it is.
PRAGMA ignore_check_constraints = ON;

CREATE TABLE newUsers (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  adresseMail TEXT NOT NULL,
  emailKey TEXT NOT NULL,
  mdpHash TEXT NOT NULL,
  pseudo TEXT NOT NULL,
  dateInscription INTEGER NOT NULL,
  isVerified INTEGER NOT NULL CHECK (isVerified IN (0, 1)),
  urlPfp TEXT,
  isDisabled INTEGER NOT NULL CHECK (isDisabled IN (0, 1)),
  credentialsVersion INTEGER NOT NULL CHECK (credentialsVersion >= 1),
  due TEXT NOT NULL CHECK (json_valid(due) AND json_type(due) = 'array'),
  emailVersion INTEGER NOT NULL CHECK (emailVersion >= 0),
  pendingEmail TEXT,
  pendingDate INTEGER CHECK ((pendingDate IS NULL) = (pendingEmail IS NULL)),
  formerEmails TEXT NOT NULL CHECK (json_valid(formerEmails) AND json_type(formerEmails) = 'array'),
  deleted INTEGER NOT NULL CHECK (deleted IN (0, 1))
) STRICT;

INSERT INTO newUsers
  SELECT id, adresseMail, emailKey(mode, adresseMail), mdpHash, pseudo, dateInscription, isVerified, urlPfp, isDisabled,
    credentialsVersion, due, emailVersion, pendingEmail, pendingDate,
    -- An element that somebody has edited to be no object stays as it is.
    iif(formerEmails = '[]' OR NOT json_valid(formerEmails), formerEmails,
      (SELECT json_group_array(json(iif(type = 'object',
        json_set(value, '$.emailKey', emailKey(mode, value ->> '$.adresseMail')), json_quote(value)))) FROM json_each(formerEmails))),
    deleted
  FROM users, (SELECT coalesce((SELECT mode FROM emailCase), 'exact') AS mode);

DELETE FROM sqlite_sequence WHERE name = 'newUsers';
INSERT INTO sqlite_sequence SELECT 'newUsers', seq FROM sqlite_sequence WHERE name = 'users';
DROP TABLE users;
ALTER TABLE newUsers RENAME TO users;
DROP TABLE formerEmails;

CREATE INDEX usersByHashParameters ON users (${HASH_PARAMETERS}) WHERE deleted = 0;
CREATE INDEX usersByPending ON users (pendingDate) WHERE pendingDate IS NOT NULL;
-- All former addresses of a user have one date, but those of the first releases: there the first is the oldest.
CREATE INDEX usersByFormer ON users (${FIRST_FORMER_DATE}) WHERE formerEmails <> '[]';
CREATE INDEX usersByDue ON users (due ->> '$[0].date', id) WHERE due <> '[]';

CREATE TABLE emailKeys (
  key TEXT NOT NULL PRIMARY KEY,
  userId INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO emailKeys ${KEYS_OF_USERS};

CREATE TRIGGER emailKeysOfInserted AFTER INSERT ON users BEGIN${add}
END;

CREATE TRIGGER emailKeysOfUpdated AFTER UPDATE OF emailKey, formerEmails ON users
WHEN new.emailKey <> old.emailKey OR new.formerEmails <> old.formerEmails BEGIN${remove}${add}
END;

CREATE TRIGGER emailKeysOfDeleted AFTER DELETE ON users BEGIN${remove}
END;

PRAGMA ignore_check_constraints = OFF;
`;
