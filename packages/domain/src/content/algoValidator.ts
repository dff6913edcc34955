/** What is wrong with a source code, and where: `path` is a JSON Pointer within it. */
export interface SourceIssue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** What a validator says; with `success: false` clients get it as it is. */
export type ValidationResult =
  | { readonly success: true }
  | { readonly success: false; readonly issues: readonly SourceIssue[] };

/** Decides whether a JSON value is an algorithm. Must not change the value, and must not throw on any. */
export type AlgoValidator = (sourceCode: unknown) => ValidationResult | Promise<ValidationResult>;
