import * as v from 'valibot';
import { saveAlgo } from '../algos/saveAlgo.ts';
import { checkSource } from '../content/sourceText.ts';
import type { Context } from '../context.ts';
import type { FolderTree } from '../folders/folderTree.ts';
import { foldersNamed, withFolder } from '../folders/treeChanges.ts';
import { checked } from '../input.ts';
import { folderName, nom } from '../nameInput.ts';
import type { Policy } from '../policy.ts';
import { rule } from '../textInput.ts';
import { ruleMessage } from '../violation.ts';
import { type ImportFile, MOST_PARTS } from './importFile.ts';
import type { Imported } from './importReport.ts';
import { PresentAlgos } from './presentAlgos.ts';

export class ImportSteps {
  readonly #context: Context;
  readonly #ownerId: number;
  readonly #present: PresentAlgos;
  /** The ids of the folders that the import has found or made, by their names from the top. */
  readonly #known = new Map<string, number>();

  constructor(context: Context, ownerId: number) {
    this.#context = context;
    this.#ownerId = ownerId;
    this.#present = new PresentAlgos(context, ownerId);
  }

  /**
   * @param names untrusted
   * @throws DomainError General.Invalid_data, Algo.Invalid, those of `withFolder`, Algo.Quota_exceeded; UnreadableFileError
   */
  async algo({ path, read }: Pick<ImportFile, 'path' | 'read'>, names: unknown): Promise<Imported> {
    const { nom, dossier } = checked(AlgoNames, names);
    const source = await checkSource(this.#context.validator, await read());
    const { id: dossierId } = await this.#folder(dossier);
    const algo = { nom, dossierId, source };
    const present = await this.#present.find(algo);
    if (present !== null) return { path, outcome: 'present', id: present };
    const saved = await saveAlgo(this.#context, { nom, ownerId: this.#ownerId, dossierId }, source);
    const { id } = saved.algo;
    if (saved.algo.dossierId !== dossierId) this.#known.clear(); // somebody deletes folders meanwhile
    await this.#present.add(algo, id);
    return { path, outcome: 'created', id };
  }

  async folder(path: string, names: unknown): Promise<Imported> {
    const { id, isNew } = await this.#folder(checked(FolderNames, names).dossier);
    return { path, outcome: isNew ? 'created' : 'present', id };
  }

  async #folder(way: readonly string[]): Promise<{ readonly id: number | null; readonly isNew: boolean }> {
    const known = way.length === 0 ? null : this.#known.get(JSON.stringify(way));
    if (known !== undefined) return { id: known, isNew: false };
    const { ids, state } = await this.#context.trees.change(this.#ownerId, (tree) =>
      withWay(tree, way, this.#context.policy.folders),
    );
    for (const [at, id] of ids.entries()) this.#known.set(JSON.stringify(way.slice(0, at + 1)), id);
    return { id: ids.at(-1) ?? null, isNew: state !== null };
  }
}

/** The tree with all folders of a way from the top; `state` is null if it has them. Throws as `withFolder`. */
function withWay(tree: FolderTree, way: readonly string[], limits: Policy['folders']) {
  let next = tree;
  let parentId: number | null = null;
  const ids: number[] = [];
  for (const name of way) {
    const [found] = foldersNamed(next, { nom: name, parentId });
    if (found === undefined) {
      const { folder, state } = withFolder(next, { nom: name, parentId }, limits);
      next = { ...next, ...state };
      parentId = folder.id;
    } else {
      parentId = found.id;
    }
    ids.push(parentId);
  }
  return { ids, state: next === tree ? null : { lastId: next.lastId, folders: next.folders } };
}

/** The number of names is bounded before any of them is looked at. */
const Dossier = v.pipe(
  v.array(v.unknown(), rule('type')),
  v.maxLength(MOST_PARTS, ruleMessage('max_length', `has more than ${MOST_PARTS} folders`)),
  v.array(folderName),
);
const FolderNames = v.object({ dossier: Dossier });
const AlgoNames = v.object({ nom, dossier: Dossier });
