/** Whether a user was disabled by an operator of the service. */
export const disabled = `
ALTER TABLE users ADD COLUMN isDisabled INTEGER NOT NULL DEFAULT 0 CHECK (isDisabled IN (0, 1));
`;
