import * as v from 'valibot';
import { saveAlgo } from '../algos/saveAlgo.ts';
import { checkSource } from '../content/algoValidator.ts';
import { DomainError } from '../errors.ts';
import type { FolderTree } from '../folders/folderTree.ts';
import { foldersNamed, isOpenFolder, withFolder } from '../folders/treeChanges.ts';
import { checked } from '../inputs/input.ts';
import { folderName, nom } from '../inputs/name.ts';
import { rule } from '../inputs/text.ts';
import type { Parts } from '../parts.ts';
import type { FolderLimits } from '../policy.ts';
import { Responses } from '../responses.ts';
import type { ImportFile } from './importFile.ts';
import type { Imported } from './importReport.ts';
import { PresentAlgos } from './presentAlgos.ts';

export type ImportParts = Pick<
  Parts,
  | 'users'
  | 'algos'
  | 'folders'
  | 'trees'
  | 'validator'
  | 'clock'
  | 'content'
  | 'quota'
  | 'policy'
  | 'bounds'
  | 'onProblem'
>;

const Dossier = v.array(folderName, rule('type'));
const FolderNames = v.object({ dossier: Dossier });
const AlgoNames = v.object({ nom, dossier: Dossier });

/** Saves what is imported for one owner. */
export class ImportSteps {
  readonly #parts: ImportParts;
  readonly #ownerId: number;
  readonly #present: PresentAlgos;

  constructor(parts: ImportParts, ownerId: number) {
    this.#parts = parts;
    this.#ownerId = ownerId;
    this.#present = new PresentAlgos(parts, ownerId);
  }

  /**
   * Creates an algorithm, unless the owner has one of the same name, folder and content.
   * @param names untrusted
   * @throws DomainError General.Invalid_data, Algo.Invalid, those of `withFolder`, Algo.Quota_exceeded; UnreadableFileError
   */
  async algo({ path, read }: Pick<ImportFile, 'path' | 'read'>, names: unknown): Promise<Imported> {
    const { nom, dossier } = checked(AlgoNames, names);
    const source = await checkSource(this.#parts.validator, await read());
    const { id: dossierId } = await this.#folder(dossier);
    const algo = { nom, dossierId, source };
    const present = await this.#present.find(algo);
    if (present !== null) return { path, outcome: 'present', id: present };
    const saved = await saveAlgo(this.#parts, { nom, ownerId: this.#ownerId, dossierId }, source);
    const { id } = saved.algo;
    await this.#present.add(algo, id);
    return { path, outcome: 'created', id };
  }

  /** Makes the folder and those above it that are missing. Throws as `algo`. */
  async folder(path: string, names: unknown): Promise<Imported> {
    const { id, isNew } = await this.#folder(checked(FolderNames, names).dossier);
    return { path, outcome: isNew ? 'created' : 'present', id };
  }

  /** The last folder of a way from the top; null for the top. */
  async #folder(way: readonly string[]): Promise<{ readonly id: number | null; readonly isNew: boolean }> {
    if (way.length === 0) return { id: null, isNew: false };
    const { id, state } = await this.#parts.trees.change(this.#ownerId, (tree) =>
      withWay(tree, way, this.#parts.policy.folders),
    );
    return { id, isNew: state !== null };
  }
}

/** The tree with all folders of a way from the top; `state` is null if it has them. Throws as `withFolder`. */
function withWay(tree: FolderTree, way: readonly string[], limits: FolderLimits) {
  let next = tree;
  let parentId: number | null = null;
  for (const name of way) {
    const [found] = foldersNamed(next, { nom: name, parentId });
    if (found !== undefined) {
      parentId = found.id;
      continue;
    }
    const { folder, state } = withFolder(next, { nom: name, parentId }, limits);
    next = { ...next, ...state };
    parentId = folder.id;
  }
  if (parentId !== null && !isOpenFolder(next, parentId)) throw new DomainError(Responses.Folder.Not_found);
  return { id: parentId, state: next === tree ? null : { lastId: next.lastId, folders: next.folders } };
}
