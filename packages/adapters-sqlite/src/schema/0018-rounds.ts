/** One row at most: up to when the rounds in the background have removed what ends by age. */
export const rounds = `
CREATE TABLE rounds (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  date INTEGER NOT NULL
) STRICT;
`;
