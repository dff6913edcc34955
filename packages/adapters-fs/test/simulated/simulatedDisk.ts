import { basename, dirname } from 'node:path';
import { FolderHistory } from './folderHistory.ts';

/** Lets the test decide when each step of file work begins. */
export type Gate = () => Promise<unknown>;

/** A model of the root and of its `staging/`, which the reported steps change. Other paths are ignored. */
export class SimulatedDisk {
  gate: Gate = () => Promise.resolve();
  #folders = new Map<string, FolderHistory>();
  #onStep: () => void = () => {};

  /** Begins with two empty folders; `look` is called after each step. */
  reset(root: string, look: () => void): void {
    this.#folders = new Map([
      [root, new FolderHistory()],
      [`${root}/staging`, new FolderHistory()],
    ]);
    this.#onStep = look;
  }

  folder(path: string): FolderHistory {
    return this.#folders.get(path) ?? new FolderHistory();
  }

  created(path: string, content: string): void {
    this.folder(dirname(path)).set(basename(path), content);
    this.#onStep();
  }

  /** Both folders change at the same moment in memory; each is written to the disk separately. */
  renamed(from: string, to: string): void {
    const [source, target] = [this.folder(dirname(from)), this.folder(dirname(to))];
    const content = source.current.get(basename(from)) ?? '';
    source.delete(basename(from));
    target.set(basename(to), content);
    this.#onStep();
  }

  unlinked(path: string): void {
    this.folder(dirname(path)).delete(basename(path));
    this.#onStep();
  }

  /** Begins a sync of the path, which may be a folder or a file. */
  syncBegun(path: string): () => void {
    const end = this.#folders.get(path)?.beginSync();
    this.#onStep();
    return () => {
      end?.();
      this.#onStep();
    };
  }
}
