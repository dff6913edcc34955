const withoutDollars = "replace(mdpHash, '$', '')";

/**
 * What `hashParametersOf` of the domain gives for `users.mdpHash`: all up to the salt. `rtrim` takes away what stands after
 * the last `$`, that, and what stands after the one before. Indexed: a query must have this very expression.
 */
export const HASH_PARAMETERS = `rtrim(rtrim(rtrim(mdpHash, ${withoutDollars}), '$'), ${withoutDollars})`;
