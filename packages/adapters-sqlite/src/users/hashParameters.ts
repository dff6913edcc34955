const withoutDollars = "replace(mdpHash, '$', '')";

/**
 * What `hashParametersOf` of the domain returns for `users.mdpHash`: all up to the salt. `rtrim` removes the text
 * after the last `$`, the `$`, and the text after the one before. Indexed: a query must have this very expression.
 */
export const HASH_PARAMETERS = `rtrim(rtrim(rtrim(mdpHash, ${withoutDollars}), '$'), ${withoutDollars})`;
