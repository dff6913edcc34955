import { createHash, randomBytes } from 'node:crypto';
import { type ContentFiles, type FileChange, UnavailableError } from '@algotheque/domain';

/** A file in memory. */
interface Inode {
  readonly ref: string;
  readonly content: Uint8Array;
  isDurable: boolean;
}

/** The calls of a file store that may fail. */
export type FileCall = 'write' | 'sync' | 'remove' | 'syncNames';

/** A disk with one file for each algorithm, as it is and as a power loss would leave it. */
export class MemoryDisk {
  /** Each call, with the id of its algorithm where it has one: `sync 1`. */
  readonly calls: string[] = [];
  /** Called before each call; what it throws or rejects with, the call fails with. Default: nothing. */
  before: (call: FileCall, id: number | null) => unknown = () => {};
  readonly files = new Map<number, Inode>();
  /** What a sync of the names has left. */
  #durable: ReadonlyMap<number, Inode> = new Map();

  async call(call: FileCall, id: number | null): Promise<void> {
    this.calls.push(id === null ? call : `${call} ${id}`);
    await this.before(call, id);
  }

  /** The files by their names, as text. */
  texts(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.files].map(([id, { content }]) => [id, new TextDecoder().decode(content)]));
  }

  syncNames(names: ReadonlyMap<number, Inode>): void {
    this.#durable = names;
  }

  /** The disk for the next process, after this one was killed: this one's calls never end any more. */
  afterKill(): MemoryDisk {
    this.before = () => new Promise(() => {});
    const next = new MemoryDisk();
    for (const [id, file] of this.files) next.files.set(id, file);
    next.syncNames(this.#durable);
    return next;
  }

  /**
   * The disk after a power loss. A file whose content was not synced is empty. Names that were not synced are as before
   * the change or after it: all of them, as `keepsNames` says.
   */
  afterPowerLoss(keepsNames: boolean): MemoryDisk {
    const next = new MemoryDisk();
    for (const [id, file] of keepsNames ? this.files : this.#durable) {
      next.files.set(id, { ...file, content: file.isDurable ? file.content : new Uint8Array() });
    }
    next.syncNames(new Map(next.files));
    return next;
  }
}

/** The files of algorithms in memory, for a store that keeps content until they are durable. */
export function memoryContentFiles(disk: MemoryDisk = new MemoryDisk()): ContentFiles {
  const { files } = disk;
  return {
    newRef: (content) => `${randomBytes(16).toString('hex')}-${sha256(content)}`,
    isContentOf: (ref, content) => ref.endsWith(sha256(content)),
    async apply(changes) {
      const outcomes = [];
      for (const change of changes) outcomes.push(await outcomeOf(() => write(disk, change)));
      for (const [at, { id, content }] of changes.entries()) {
        if (outcomes[at] === null && content !== null) outcomes[at] = await outcomeOf(() => sync(disk, id));
      }
      const names = new Map(files); // what changes meanwhile may be left out
      await disk.call('syncNames', null);
      disk.syncNames(names);
      return outcomes;
    },
    async read(id, ref) {
      const file = files.get(id);
      return file !== undefined && file.ref === ref ? file.content.slice() : null;
    },
    locate: (id) => `memory:${id}`,
    async health() {},
  };
}

async function write(disk: MemoryDisk, { id, content }: FileChange): Promise<void> {
  await disk.call(content === null ? 'remove' : 'write', id);
  if (content === null) disk.files.delete(id);
  else disk.files.set(id, { ref: content.ref, content: content.bytes.slice(), isDurable: false });
}

async function sync(disk: MemoryDisk, id: number): Promise<void> {
  const file = disk.files.get(id);
  await disk.call('sync', id);
  if (file !== undefined) file.isDurable = true;
}

async function outcomeOf(work: () => Promise<void>): Promise<Error | null> {
  try {
    await work();
    return null;
  } catch (problem) {
    return problem instanceof Error ? problem : new Error(String(problem));
  }
}

/** The error of a disk that refuses a call. */
export function diskRefusal(code: string): UnavailableError {
  return new UnavailableError({ cause: Object.assign(new Error(`${code}: the disk refuses`), { code }) });
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
