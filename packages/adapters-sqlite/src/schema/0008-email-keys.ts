/**
 * How addresses are compared, and the text by which each is compared if that is not the address itself. Without a row of `emailCase`
 * they are compared exactly, and no user has a key.
 */
export const emailKeys = `
ALTER TABLE users ADD COLUMN emailKey TEXT;

CREATE UNIQUE INDEX usersByEmailKey ON users (emailKey) WHERE emailKey IS NOT NULL;

CREATE TABLE emailCase (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  mode TEXT NOT NULL CHECK (mode IN ('exact', 'folded'))
) STRICT;
`;
