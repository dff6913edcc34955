import type { Entry, RecordedFolder } from './recordedFolder.ts';

/** A name of a folder comes to mean another entry, or none. */
export interface NameChange {
  readonly folder: RecordedFolder;
  readonly name: string;
  readonly entry: Entry | null;
}

/** Changes that a power loss keeps or undoes together: a rename has two, as the journal of a filesystem keeps it. */
export type NameStep = readonly NameChange[];

/** The names of all folders. */
export type Names = ReadonlyMap<RecordedFolder, ReadonlyMap<string, Entry>>;

const keyOf = (() => {
  const numbers = new Map<RecordedFolder, number>();
  return ({ folder, name }: NameChange): string => {
    const number = numbers.get(folder) ?? numbers.size;
    numbers.set(folder, number);
    return `${number}/${name}`;
  };
})();

/** The changes of names of all folders: those that a power loss keeps, and the steps since then that it may keep. */
export class RecordedNames {
  #durable: Names = new Map();
  #pending: NameStep[] = [];

  get pending(): readonly NameStep[] {
    return this.#pending;
  }

  get durable(): Names {
    return this.#durable;
  }

  step(...changes: NameStep): void {
    this.#pending.push(changes);
    for (const { folder, name, entry } of changes) {
      if (entry === null) folder.names.delete(name);
      else folder.names.set(name, entry);
    }
  }

  /** A sync of the folder begins: returns what makes durable, at its end, what was changed before it began, and what that needs. */
  syncBegun(folder: RecordedFolder): () => void {
    const needed = neededFor(folder, this.#pending);
    return () => {
      const isNow = (step: NameStep) => needed.has(step);
      this.#durable = named(this.#durable, this.#pending.filter(isNow));
      this.#pending = this.#pending.filter((step) => !isNow(step)); // another sync may have done some meanwhile
    };
  }
}

/** The steps of a folder. A rename from another folder is one of them, and needs the steps before it with its name there. */
function neededFor(folder: RecordedFolder, steps: readonly NameStep[]): ReadonlySet<NameStep> {
  const names = new Set<string>();
  const needed = new Set<NameStep>();
  for (const step of steps.toReversed()) {
    if (!step.some((change) => change.folder === folder || names.has(keyOf(change)))) continue;
    needed.add(step);
    for (const change of step) names.add(keyOf(change));
  }
  return needed;
}

/** The names after the steps. */
export function named(names: Names, steps: readonly NameStep[]): Names {
  const result = new Map([...names].map(([folder, inner]) => [folder, new Map(inner)]));
  for (const { folder, name, entry } of steps.flat()) {
    const inner = result.get(folder) ?? new Map<string, Entry>();
    result.set(folder, inner);
    if (entry === null) inner.delete(name);
    else inner.set(name, entry);
  }
  return result;
}

/**
 * Steps of which a power loss has kept some, each without those that need one that it has not kept: no step follows a lost one with the
 * same key.
 * @param keysOf what a step needs the steps before it for: names, or whole folders
 */
export function keptSteps(
  steps: readonly NameStep[],
  { keysOf, isKept }: { readonly keysOf: 'names' | 'folders'; isKept(step: NameStep): boolean },
): readonly NameStep[] {
  const lost = new Set<unknown>();
  const keyed = (change: NameChange) => (keysOf === 'names' ? keyOf(change) : change.folder);
  return steps.filter((step) => {
    const keys = step.map(keyed);
    if (keys.every((key) => !lost.has(key)) && isKept(step)) return true;
    for (const key of keys) lost.add(key);
    return false;
  });
}
