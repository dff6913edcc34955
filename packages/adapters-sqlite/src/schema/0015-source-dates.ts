/** When the source code was saved; NULL where an earlier release saved it. */
export const sourceDates = `
ALTER TABLE algos ADD COLUMN dateSource INTEGER;
ALTER TABLE history ADD COLUMN dateSource INTEGER;
`;
