import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { sortedJson } from '../../migrate/sortedJson.ts';
import type { Tally } from './manifest.ts';

const CHUNK_CHARS = 256 * 1_024;

/** A file of rows, one JSON line each. It is durable after `end`. */
export class RowsFile {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #count = 0;
  #bytes = 0;
  #text = '';

  /** An existing file is replaced. */
  static async create(path: string): Promise<RowsFile> {
    return new RowsFile(await open(path, 'w', 0o600));
  }

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  async add(row: object): Promise<void> {
    this.#text += `${sortedJson(row)}\n`;
    this.#count += 1;
    if (this.#text.length >= CHUNK_CHARS) await this.#write();
  }

  async end(): Promise<Tally> {
    await this.#write();
    await this.#file.sync();
    return { count: this.#count, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #write(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    await this.#file.writeFile(bytes);
  }
}
