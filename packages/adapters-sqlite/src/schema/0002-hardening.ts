/** What tells mixed copies. */
export const hardening = `
-- The folder that has the content of the algorithms, by the id that is kept in it as well.
CREATE TABLE contentOwner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  owner TEXT NOT NULL
) STRICT;
`;
