import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { NamedContent, PortableKind, PortableRows } from '@algotheque/domain';
import { type AnyRow, ROW_KINDS, sortedJson } from '../migrate/rows.ts';
import { type Facts, sealOf } from './form/lines.ts';
import type { Output } from './output.ts';

const CHUNK_BYTES = 256 * 1_024;

export class BackupWriter {
  readonly #output: Output;
  readonly #hash = createHash('sha256');
  readonly #sizes = new Map<string, number>();
  readonly #rows = new Map<PortableKind, number>();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #contentBytes = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  /** The bytes of a content that is written; null if it is not. */
  size(ref: string): number | null {
    return this.#sizes.get(ref) ?? null;
  }

  /** Writes a content, unless it is there already. @returns why it cannot be written; null when it is */
  async content({ ref }: NamedContent, bytes: Uint8Array): Promise<string | null> {
    if (this.#sizes.has(ref)) return null;
    if (!isUtf8(bytes)) return 'its content is no UTF-8 text';
    this.#sizes.set(ref, bytes.length);
    this.#contentBytes += bytes.length;
    await this.line({ content: ref, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) });
    return null;
  }

  async row(kind: PortableKind, row: AnyRow | Omit<PortableRows['former'], 'content'>): Promise<void> {
    this.#rows.set(kind, (this.#rows.get(kind) ?? 0) + 1);
    await this.line({ [kind]: row });
  }

  /** Ends the backup. @param secret signs it; null: it has no signature */
  async end(facts: Pick<Facts, 'isOneMoment' | 'leftOut' | 'findings'>, secret: Uint8Array | null): Promise<Facts> {
    const of = (kind: PortableKind): number => this.#rows.get(kind) ?? 0;
    const rows = Object.fromEntries(ROW_KINDS.map((kind) => [kind, of(kind)])) as Facts['rows']; // of all kinds
    const contents = { count: this.#sizes.size, bytes: this.#contentBytes };
    const end: Facts = { rows, contents, ...facts };
    await this.line({ end });
    await this.#put(Buffer.from(`${JSON.stringify(sealOf(this.#hash.digest('hex'), secret))}\n`));
    await this.#flush();
    await this.#output.finish();
    return end;
  }

  /** Writes a line of one of the forms in form/lines.ts. */
  async line(value: object): Promise<void> {
    const line = Buffer.from(`${sortedJson(value)}\n`);
    this.#hash.update(line);
    await this.#put(line);
  }

  async #put(line: Buffer): Promise<void> {
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    if (this.#waitingBytes >= CHUNK_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    [this.#waiting, this.#waitingBytes] = [[], 0];
    await this.#output.write(bytes);
  }
}
