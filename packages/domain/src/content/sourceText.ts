/** An algorithm's source code as stored: the bytes of its compact JSON. */
export class SourceText {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /**
   * Serialises the value once, so that all digests of the bytes agree.
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
