const ENCODER = new TextEncoder();

/** An algorithm's source code as stored: the bytes of its compact JSON. */
export class SourceText {
  #bytes: Uint8Array;
  #isShared = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Of bytes that somebody else keeps, and nobody changes: they are copied only for a caller who asks for them. */
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

  /** The bytes, which nobody may change from now on: `bytes` gives copies then. */
  get shared(): Uint8Array {
    this.#isShared = true;
    return this.#bytes;
  }

  /** How many bytes there are. */
  get size(): number {
    return this.#bytes.length;
  }

  equals(bytes: Uint8Array): boolean {
    if (bytes.length !== this.#bytes.length) return false;
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] !== this.#bytes[at]) return false;
    return true;
  }

  /** Copies the bytes to this place of `target`, which has room for them. */
  copyInto(target: Uint8Array, at: number): void {
    target.set(this.#bytes, at);
  }

  /**
   * Serialises the value once, so that all digests of the bytes agree.
   * @throws TypeError when it is no JSON value
   */
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
