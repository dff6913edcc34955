import { Readable, type Transform } from 'node:stream';
import type { ExportEntries, ExportEntry } from '@algotheque/domain';
import { isError } from '@algotheque/domain';
import { ZipFile } from 'yazl';
import { type Every, ratedStream } from './leastRate.ts';
import { writeTimesInFront } from './localTime.ts';

/**
 * A ZIP of the entries as a stream. An entry is asked for when the one before has been read to its end, and packed when that one has been:
 * so a reader that waits has at most two of them wait, and one that is too slow ends it (`leastRate.ts`). When the stream closes, the
 * entries are ended. An error of theirs destroys the stream, so that nobody takes a part for the whole.
 */
export function zipBody(entries: ExportEntries, every?: Every): Transform {
  const body = ratedStream(every);
  const packing = new Packing(body);
  body.once('close', () => packing.stop());
  packing.run(entries).catch((error: unknown) => body.destroy(isError(error) ? error : new Error('The export failed')));
  return body;
}

/**
 * Buffers that the work makes have memory of their own. The directory keeps the name of each entry until the end: a name in the pool of
 * Node would keep 64 KiB of it, in which contents were packed.
 */
function unpooled(work: () => void): void {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  try {
    work();
  } finally {
    Buffer.poolSize = poolSize;
  }
}

class Packing {
  readonly #zip = new ZipFile();
  readonly #body: Transform;
  /**
   * The content of the entry that waits. It is here alone: the directory of the ZIP keeps the function that takes it until the end.
   */
  #chunks: ExportEntry['chunks'] | null = null;
  /** The content that is packed now. */
  #content: Readable | null = null;
  #next: () => void = () => {};

  constructor(body: Transform) {
    this.#body = body;
    this.#zip.on('error', (error) => body.destroy(error));
    writeTimesInFront(this.#zip);
    this.#zip.outputStream.pipe(body);
  }

  /** Leaving the loop ends the entries. */
  async run(entries: ExportEntries): Promise<void> {
    for await (const entry of entries) {
      if (this.#body.destroyed) return;
      await this.#add(entry);
    }
    this.#zip.end();
  }

  /** Nobody reads any more. */
  stop(): void {
    this.#content?.destroy();
    this.#next();
  }

  /** Resolves when the entry was read to its end, or nobody reads any more. */
  #add({ path, date, chunks }: ExportEntry): Promise<void> {
    const options = { mtime: new Date(date) };
    this.#chunks = chunks;
    return new Promise((resolve) => {
      this.#next = resolve;
      if (path.endsWith('/')) {
        unpooled(() => this.#zip.addEmptyDirectory(path, options));
        resolve();
        return;
      }
      unpooled(() => this.#zip.addReadStreamLazy(path, options, (pack) => pack(null, this.#take())));
    });
  }

  #take(): Readable {
    const content = Readable.from(this.#chunks ?? [], { objectMode: false });
    this.#chunks = null;
    this.#content = content;
    return content.once('error', (error) => this.#body.destroy(error)).once('close', () => this.#next());
  }
}
