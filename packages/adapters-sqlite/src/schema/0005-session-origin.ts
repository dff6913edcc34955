/** What logged in, and from which network. Null for earlier sessions. */
export const sessionOrigin = `
ALTER TABLE tokens ADD COLUMN client TEXT;
ALTER TABLE tokens ADD COLUMN address TEXT;
`;
