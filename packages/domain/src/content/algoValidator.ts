/** What is wrong with a source code, and where: `path` is a JSON Pointer within it. */
export interface SourceIssue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** The result of a validator. With `success: false` clients get it unchanged. */
export type ValidationResult =
  | { readonly success: true }
  | { readonly success: false; readonly issues: readonly SourceIssue[] };

/** Decides whether a JSON value is an algorithm. Must not change the value, and must not throw for any value. */
export type AlgoValidator = (sourceCode: unknown) => ValidationResult | Promise<ValidationResult>;
