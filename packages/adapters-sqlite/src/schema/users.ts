/**
 * The date of the first former address; null where somebody has edited the list to be no JSON. Indexed: a query must have this very
 * expression.
 */
export const FIRST_FORMER_DATE = "iif(json_valid(formerEmails), formerEmails, '[]') ->> '$[0].date'";

const withoutDollars = "replace(mdpHash, '$', '')";

/**
 * What `hashParametersOf` of the domain returns for `users.mdpHash`: all up to the salt. `rtrim` removes the text
 * after the last `$`, the `$`, and the text after the one before. Indexed: a query must have this very expression.
 */
export const HASH_PARAMETERS = `rtrim(rtrim(rtrim(mdpHash, ${withoutDollars}), '$'), ${withoutDollars})`;

/** The keys of the present and the former addresses of users, each once for a user. */
export const KEYS_OF_USERS = `
  SELECT emailKey AS key, id AS userId FROM users
  UNION SELECT value ->> '$.emailKey', users.id FROM users, json_each(iif(json_valid(formerEmails), formerEmails, '[]'))
    WHERE type = 'object' AND typeof(value ->> '$.emailKey') = 'text'`;

/** Users whose keys for the search by a start are not those of address and name. A name that is too short is damage, found by itself. */
export const WRONG_START_KEYS = `
  SELECT id AS key FROM users
  WHERE length(pseudo) >= 3 AND (addressKey <> nameKey(adresseMail) OR pseudoKey <> nameKey(pseudo))`;

export const MAKE_START_KEYS = 'UPDATE users SET addressKey = nameKey(adresseMail), pseudoKey = nameKey(pseudo)';

const keysOf = (row: 'new' | 'old'): string => `
    SELECT ${row}.emailKey AS key UNION SELECT value ->> '$.emailKey'
      FROM json_each(iif(json_valid(${row}.formerEmails), ${row}.formerEmails, '[]'))
      WHERE type = 'object' AND typeof(value ->> '$.emailKey') = 'text'`;

const REMOVE = `
  DELETE FROM emailKeys WHERE userId = old.id AND key IN (${keysOf('old')});`;

const ADD = `
  INSERT INTO emailKeys SELECT key, new.id FROM (${keysOf('new')});`;

/**
 * Users and their sessions. Each address has its key beside it; in the mode `exact` the key is the address. One table, which triggers
 * maintain, gives each key one user: present addresses and former ones alike.
 */
export const users = `
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  adresseMail TEXT NOT NULL,
  emailKey TEXT NOT NULL,
  addressKey TEXT NOT NULL,
  pseudoKey TEXT NOT NULL,
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
  deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
  locale TEXT CHECK (locale IN ('en', 'fr')),
  shareMails INTEGER NOT NULL CHECK (shareMails IN (0, 1)),
  serviceRight TEXT CHECK (serviceRight IN ('look', 'act'))
) STRICT;

CREATE INDEX usersByHashParameters ON users (${HASH_PARAMETERS}) WHERE deleted = 0;
CREATE INDEX usersByPending ON users (pendingDate) WHERE pendingDate IS NOT NULL;
CREATE INDEX usersByFormer ON users (${FIRST_FORMER_DATE}) WHERE formerEmails <> '[]';
CREATE INDEX usersByDue ON users (due ->> '$[0].date', id) WHERE due <> '[]';
-- Users are found by their address without regard to the case of ASCII letters, confirmed ones first.
CREATE INDEX usersByMailbox ON users (lower(adresseMail), isVerified);
-- And by the start of their address or name; the repository writes these keys.
CREATE INDEX usersByAddressKey ON users (addressKey, id);
CREATE INDEX usersByPseudoKey ON users (pseudoKey, id);

CREATE TABLE emailCase (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  mode TEXT NOT NULL CHECK (mode IN ('exact', 'folded'))
) STRICT;

CREATE TABLE emailKeys (
  key TEXT NOT NULL PRIMARY KEY,
  userId INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER emailKeysOfInserted AFTER INSERT ON users BEGIN${ADD}
END;

CREATE TRIGGER emailKeysOfUpdated AFTER UPDATE OF emailKey, formerEmails ON users
WHEN new.emailKey <> old.emailKey OR new.formerEmails <> old.formerEmails BEGIN${REMOVE}${ADD}
END;

CREATE TRIGGER emailKeysOfDeleted AFTER DELETE ON users BEGIN${REMOVE}
END;

CREATE TABLE tokens (
  digest TEXT NOT NULL PRIMARY KEY,
  userId INTEGER NOT NULL,
  credentialsVersion INTEGER NOT NULL,
  dateCreation INTEGER NOT NULL,
  dateUtilisation INTEGER NOT NULL,
  dateExpiration INTEGER NOT NULL,
  client TEXT,
  address TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX tokensByUser ON tokens (userId);
CREATE INDEX tokensByExpiration ON tokens (dateExpiration);

CREATE TABLE deletions (
  userId INTEGER PRIMARY KEY,
  date INTEGER NOT NULL
) STRICT;
`;
