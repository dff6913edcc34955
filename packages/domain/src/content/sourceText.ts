import { DomainError, Responses } from '../responses.ts';

const ENCODER = new TextEncoder();

/** A source code as it is stored: the UTF-8 bytes of its compact JSON. */
export class SourceText {
  #bytes: Uint8Array;
  #isShared = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** They are copied only for a caller who asks for them. Nobody changes them. */
  static shared(bytes: Uint8Array): SourceText {
    const source = new SourceText(bytes);
    source.#isShared = true;
    return source;
  }

  /** The caller may change them. */
  get bytes(): Uint8Array {
    if (this.#isShared) this.#bytes = this.#bytes.slice();
    this.#isShared = false;
    return this.#bytes;
  }

  /** Nobody may change them from now on. */
  sharedBytes(): Uint8Array {
    this.#isShared = true;
    return this.#bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }

  equals(bytes: Uint8Array): boolean {
    if (bytes.length !== this.#bytes.length) return false;
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] !== this.#bytes[at]) return false;
    return true;
  }

  copyInto(target: Uint8Array, at: number): void {
    target.set(this.#bytes, at);
  }

  /** @throws TypeError when it is no JSON value */
  static of(sourceCode: unknown): SourceText {
    const text: string | undefined = JSON.stringify(sourceCode);
    if (text === undefined) throw new TypeError('The source code is no JSON value');
    return new SourceText(ENCODER.encode(text));
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes);
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

export async function checkSource(validator: AlgoValidator, sourceCode: unknown): Promise<SourceText> {
  const result = await validator(sourceCode);
  if (!result.success) throw new DomainError(Responses.Algo.Invalid, result);
  return written(sourceCode);
}

// An embedder's own validator may accept a value that is no JSON, and a proxy may change between two reads.
function written(sourceCode: unknown): SourceText {
  try {
    return SourceText.of(sourceCode);
  } catch (cause) {
    const issues = [{ path: '', rule: 'type', message: 'cannot be written as JSON' }];
    const result: ValidationResult = { success: false, issues };
    throw new DomainError(Responses.Algo.Invalid, result, { cause });
  }
}
