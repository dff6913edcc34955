import { DomainError, Responses } from '../responses.ts';

const ENCODER = new TextEncoder();

/** A source code as it is stored: the UTF-8 bytes of its compact JSON. Nobody may change them: memory keeps them for the next reader. */
export class SourceText {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.length;
  }

  equals(bytes: Uint8Array): boolean {
    if (bytes.length !== this.bytes.length) return false;
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] !== this.bytes[at]) return false;
    return true;
  }

  /** @throws TypeError when it is no JSON value */
  static of(sourceCode: unknown): SourceText {
    const text: string | undefined = JSON.stringify(sourceCode);
    if (text === undefined) throw new TypeError('The source code is no JSON value');
    return new SourceText(ENCODER.encode(text));
  }

  text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  json(): unknown {
    return JSON.parse(this.text());
  }
}

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

/** @throws DomainError Algo.Invalid with the validator's result; TypeError when the validator accepts what is no JSON value */
export async function checkSource(validator: AlgoValidator, sourceCode: unknown): Promise<SourceText> {
  const result = await validator(sourceCode);
  if (!result.success) throw new DomainError(Responses.Algo.Invalid, result);
  return SourceText.of(sourceCode);
}
