/** An algorithm's source code as it is kept: the bytes of its compact JSON. */
export class SourceText {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /**
   * Serialises once for good: digests of the bytes agree everywhere.
   * @throws TypeError when it is no JSON value
   */
  static of(sourceCode: unknown): SourceText {
    const text: string | undefined = JSON.stringify(sourceCode);
    if (text === undefined) throw new TypeError('The source code is no JSON value');
    return new SourceText(new TextEncoder().encode(text));
  }

  text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  json(): unknown {
    return JSON.parse(this.text());
  }
}
