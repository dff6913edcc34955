/** Users are found by their address without regard to the case of ASCII letters, confirmed ones first. */
export const mailboxes = `
CREATE INDEX usersByMailbox ON users (lower(adresseMail), isVerified);
`;
