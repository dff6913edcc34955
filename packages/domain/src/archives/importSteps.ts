import type * as v from 'valibot';
import { saveAlgo } from '../algos/saveAlgo.ts';
import { checkSource } from '../content/algoValidator.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { FolderTree } from '../folders/folderTree.ts';
import { foldersNamed, isOpenFolder, withFolder } from '../folders/treeChanges.ts';
import { checked } from '../inputs/input.ts';
import type { FolderLimits } from '../policy.ts';
import { Responses } from '../responses.ts';
import { AlgoNames, FolderNames } from './importedNames.ts';
import type { ImportFile } from './importFile.ts';
import type { Imported } from './importReport.ts';
import { KnownFolders } from './knownFolders.ts';
import { PresentAlgos } from './presentAlgos.ts';

/** Saves what is imported for one owner. */
export class ImportSteps {
  readonly #context: Context;
  readonly #ownerId: number;
  readonly #present: PresentAlgos;
  /** The folders that this import has found or made: their names are checked once, and their tree is not read again. */
  readonly #known = new KnownFolders();

  constructor(context: Context, ownerId: number) {
    this.#context = context;
    this.#ownerId = ownerId;
    this.#present = new PresentAlgos(context, ownerId);
  }

  /**
   * Creates an algorithm, unless the owner has one of the same name, folder and content.
   * @param names untrusted
   * @throws DomainError General.Invalid_data, Algo.Invalid, those of `withFolder`, Algo.Quota_exceeded; UnreadableFileError
   */
  async algo({ path, read }: Pick<ImportFile, 'path' | 'read'>, names: unknown): Promise<Imported> {
    const { nom, dossier } = this.#checked(AlgoNames, names);
    const source = await checkSource(this.#context.validator, await read());
    const { id: dossierId } = await this.#folder(dossier);
    const algo = { nom, dossierId, source };
    const present = await this.#present.find(algo);
    if (present !== null) return { path, outcome: 'present', id: present };
    const saved = await saveAlgo(this.#context, { nom, ownerId: this.#ownerId, dossierId }, source);
    const { id } = saved.algo;
    if (saved.algo.dossierId !== dossierId) this.#known.forget(); // somebody deletes folders meanwhile
    await this.#present.add(algo, id);
    return { path, outcome: 'created', id };
  }

  /** Makes the folder and those above it that are missing. Throws as `algo`. */
  async folder(path: string, names: unknown): Promise<Imported> {
    const { id, isNew } = await this.#folder(this.#checked(FolderNames, names).dossier);
    return { path, outcome: isNew ? 'created' : 'present', id };
  }

  /** As `checked`, without the names of a folder that is known: it would not be if they were wrong. */
  #checked<Schema extends typeof AlgoNames | typeof FolderNames>(
    schema: Schema,
    names: unknown,
  ): v.InferOutput<Schema> {
    const { dossier } = Object(names);
    if (this.#known.find(dossier) === undefined) return checked(schema, names);
    return { ...checked(schema, { ...Object(names), dossier: [] }), dossier };
  }

  /** The last folder of a way from the top; null for the top. */
  async #folder(way: readonly string[]): Promise<{ readonly id: number | null; readonly isNew: boolean }> {
    const known = this.#known.find(way);
    if (known !== undefined) return { id: known, isNew: false };
    const { ids, state } = await this.#context.trees.change(this.#ownerId, (tree) =>
      withWay(tree, way, this.#context.policy.folders),
    );
    this.#known.note(way, ids);
    return { id: ids.at(-1) ?? null, isNew: state !== null };
  }
}

/** The tree with all folders of a way from the top, whose ids are `ids`; `state` is null if it has them. Throws as `withFolder`. */
function withWay(tree: FolderTree, way: readonly string[], limits: FolderLimits) {
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
  if (parentId !== null && !isOpenFolder(next, parentId)) throw new DomainError(Responses.Folder.Not_found);
  return { ids, state: next === tree ? null : { lastId: next.lastId, folders: next.folders } };
}
