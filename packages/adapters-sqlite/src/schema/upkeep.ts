/**
 * Limits, and what a store knows of itself. The table `counters` holds how often each key was counted in the window that ends at
 * `windowEnd`. (On MongoDB the collection `limits` holds that, and the collection `counters` the last ids.)
 */
export const upkeep = `
-- Keys of limits hold e-mails and addresses, so their SHA-256 is kept: nothing of a deleted user stays behind in them.
CREATE TABLE counters (
  key BLOB NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL,
  windowEnd INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX countersByEnd ON counters (windowEnd);

CREATE TABLE remembered (
  key BLOB NOT NULL PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX rememberedByEnd ON remembered (until);

-- The mails that wait for a mail server, are being sent, or were given up (dueAt is null). MailEntry of the domain describes the columns.
CREATE TABLE mails (
  name TEXT NOT NULL PRIMARY KEY,
  version INTEGER NOT NULL,
  date INTEGER NOT NULL,
  dueAt INTEGER,
  rank INTEGER NOT NULL,
  entry TEXT NOT NULL CHECK (json_valid(entry))
) STRICT, WITHOUT ROWID;

CREATE INDEX mailsByDue ON mails (rank, dueAt) WHERE dueAt IS NOT NULL;

CREATE INDEX mailsGivenUp ON mails (rank) WHERE dueAt IS NULL;

-- What owners of the service read. StoredEvent of the domain says what the columns are. 'seq' counts the rows as they were stored.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  action TEXT NOT NULL,
  actorId INTEGER,
  targetId INTEGER,
  -- The user that it was done to, if that is not the actor.
  otherId INTEGER,
  address TEXT,
  requestId TEXT,
  -- The limit of a refusal.
  refusedBy TEXT
) STRICT;

CREATE INDEX eventsByAction ON events (action, key);
CREATE INDEX eventsByActor ON events (actorId, key) WHERE actorId IS NOT NULL;
CREATE INDEX eventsByActorAndAction ON events (actorId, action, key) WHERE actorId IS NOT NULL;
CREATE INDEX eventsByOther ON events (otherId, key) WHERE otherId IS NOT NULL;
CREATE INDEX eventsByOtherAndAction ON events (otherId, action, key) WHERE otherId IS NOT NULL;

-- One row at most: up to when the rounds in the background have removed what ends by age.
CREATE TABLE rounds (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  date INTEGER NOT NULL
) STRICT;

-- The import that fills this store and is not finished.
CREATE TABLE importMark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  source TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
`;
