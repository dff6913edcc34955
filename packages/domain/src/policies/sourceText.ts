/** An algorithm's source code as it is kept: the bytes of its compact JSON. */
export class SourceText {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Serialises once for good: digests of the bytes agree everywhere. */
  static of(sourceCode: unknown): SourceText {
    return new SourceText(new TextEncoder().encode(JSON.stringify(sourceCode)));
  }

  text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  json(): unknown {
    return JSON.parse(this.text());
  }
}
