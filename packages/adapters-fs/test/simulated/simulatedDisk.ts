import { basename, dirname } from 'node:path';
import { FolderHistory } from './folderHistory.ts';

/** Lets a step of file work begin when a test says so. */
export type Gate = () => Promise<unknown>;

/** The root and its `staging/`, as the steps that are told here change them. Other paths are not looked at. */
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

  /** The two folders change at one moment here, and reach the disk each by itself. */
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

  /** Begins a sync of what the path is, a folder or not. */
  syncBegun(path: string): () => void {
    const end = this.#folders.get(path)?.beginSync();
    this.#onStep();
    return () => {
      end?.();
      this.#onStep();
    };
  }
}
