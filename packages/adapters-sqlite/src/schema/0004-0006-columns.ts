/** Whether a user was disabled by an operator of the service. */
export const disabled = `
ALTER TABLE users ADD COLUMN isDisabled INTEGER NOT NULL DEFAULT 0 CHECK (isDisabled IN (0, 1));
`;

/** What logged in, and from which network. Null for earlier sessions. */
export const sessionOrigin = `
ALTER TABLE tokens ADD COLUMN client TEXT;
ALTER TABLE tokens ADD COLUMN address TEXT;
`;

/** Since when the withdrawal of every right that the account gave is due. */
export const withdrawal = `
ALTER TABLE users ADD COLUMN withdrawalDate INTEGER;

CREATE INDEX usersByWithdrawal ON users (withdrawalDate, id) WHERE withdrawalDate IS NOT NULL;
`;
