import { Readable, Transform } from 'node:stream';
import { type ExportEntries, type ExportEntry, isError } from '@algotheque/domain';
import { ZipFile } from 'yazl';

/**
 * An entry is asked for when the one before has been read to its end, so at most two wait for a slow reader. When the stream closes, the
 * entries are ended. Their error destroys the stream, so that nobody takes a part for the whole.
 */
export function zipBody(entries: ExportEntries, every?: Every): Transform {
  const body = ratedStream(every);
  const packing = new Packing(body);
  body.once('close', () => packing.stop());
  packing.run(entries).catch((error: unknown) => body.destroy(isError(error) ? error : new Error('The export failed')));
  return body;
}

/** Buffers of the work have memory of their own: the directory keeps the name of each entry, which would keep 64 KiB of Node's pool. */
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
  /** Here alone: the directory of the ZIP keeps the function that takes it. */
  #chunks: ExportEntry['chunks'] | null = null;
  #content: Readable | null = null;
  #next: () => void = () => {};

  constructor(body: Transform) {
    this.#body = body;
    this.#zip.on('error', (error) => body.destroy(error));
    this.#zip.outputStream.pipe(body);
  }

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

const WINDOW_MS = 30_000;

/** 16 KiB a second. */
const LEAST_BYTES = 491_520;

/** Returns what ends the calls. */
export type Every = (ms: number, act: () => void) => () => void;

const byTimer: Every = (ms, act) => {
  const timer = setInterval(act, ms).unref();
  return () => clearInterval(timer);
};

/** Destroyed when its reader is too slow: an export has one of few places, which its reader would hold for as long as it likes. */
function ratedStream(every: Every = byTimer): Transform {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const stop = every(WINDOW_MS, () => {
    if (bytes < LEAST_BYTES && stream.writableNeedDrain) stream.destroy(new Error('The client reads too slowly'));
    bytes = 0;
  });
  return stream.once('close', stop);
}
