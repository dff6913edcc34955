/** Since when the withdrawal of every right that the account gave is due. */
export const withdrawal = `
ALTER TABLE users ADD COLUMN withdrawalDate INTEGER;

CREATE INDEX usersByWithdrawal ON users (withdrawalDate, id) WHERE withdrawalDate IS NOT NULL;
`;
