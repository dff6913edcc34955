/** What a check in the background has ended with; for counters. */
export type Check =
  /** The content of one record. `changed`: the record was replaced or deleted meanwhile, which is no problem. */
  | { readonly of: 'content'; readonly result: 'intact' | 'changed' | 'damaged' }
  /** The file of SQLite. `failed`: it could not be looked at. */
  | { readonly of: 'database'; readonly result: 'intact' | 'damaged' | 'failed' };

export type OnCheck = (check: Check) => void;
