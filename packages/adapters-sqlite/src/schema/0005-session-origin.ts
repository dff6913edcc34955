/** What logged in, and from which network. Null for sessions of before. */
export const sessionOrigin = `
ALTER TABLE tokens ADD COLUMN client TEXT;
ALTER TABLE tokens ADD COLUMN address TEXT;
`;
