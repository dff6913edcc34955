import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import {
  type AlgoChanges,
  type AlgoEntry,
  type AlgoPlace,
  type AlgoRow,
  type Algorithm,
  folderOf,
  type Grant,
  type GrantedRight,
  impossibleInAlgo,
  impossibleInRow,
  nameKey,
  type Usage,
  wordsOf,
} from '@algotheque/domain';
import { ColumnReader, isInteger, type Row, storableText } from '../connection/rowReader.ts';
import { grantsOf, grantsText, isGivenRight, isGrant, waitingSharesOf, waitingText } from './shareLists.ts';
import { sourceFields, sourceValues } from './sourceRows.ts';

const column = new ColumnReader('algos', 'id');

export function algoOf(row: Row): Algorithm {
  const algo: Algorithm = {
    ...sourceFields(row, column),
    permsAlgorithme: grantsOf(row),
    places: folderPlacesOf(row),
    waiting: waitingSharesOf(row),
  };
  return column.possible(row, algo, impossibleInAlgo);
}

/** A row of a list: `permsAlgorithme` is null except for the owner, `droits` is null for the owner. */
export function algoRowOf(row: Row): AlgoRow {
  const isOwned = row['permsAlgorithme'] !== null;
  const view = {
    id: column.integer(row, 'id'),
    nom: column.text(row, 'nom'),
    dateCreation: column.integer(row, 'dateCreation'),
    dateModification: column.integer(row, 'dateModification'),
    ownerId: column.integer(row, 'ownerId'),
    droits: isOwned ? 'Owner' : grantedRight(row),
    version: column.integer(row, 'version'),
  } as const;
  return column.possible<AlgoRow>(
    row,
    isOwned ? { ...view, permsAlgorithme: permissionsOf(row) } : view,
    impossibleInRow,
  );
}

/** A record that was found, as the user sees it; `droits` is null for the owner. */
export function entryOf(row: Row, userId: number): AlgoEntry {
  const ownerId = column.integer(row, 'ownerId');
  const entry: AlgoEntry = {
    id: column.integer(row, 'id'),
    nom: column.text(row, 'nom'),
    dateCreation: column.integer(row, 'dateCreation'),
    dateModification: column.integer(row, 'dateModification'),
    ownerId,
    droits: ownerId === userId ? 'Owner' : grantedRight(row),
    version: column.integer(row, 'version'),
    dossierId: column.integerOrNull(row, 'dossierId'),
  };
  return column.possible(row, entry, impossibleInRow);
}

/** A row of `algoRowOf`, from the values of an algorithm that the user owns. */
export function ownedRow(values: readonly SQLOutputValue[], ownerId: number): Row {
  const [id = null, nom = null, dateCreation = null, dateModification = null, version = null, permsAlgorithme = null] =
    values;
  return { id, nom, dateCreation, dateModification, ownerId, version, permsAlgorithme, droits: null };
}

/** The same of an algorithm that is shared with the user. */
export function sharedRow(values: readonly SQLOutputValue[]): Row {
  const [id = null, nom = null, dateCreation = null, dateModification = null, ownerId = null, ...rest] = values;
  const [version = null, droits = null] = rest;
  return { id, nom, dateCreation, dateModification, ownerId, version, permsAlgorithme: null, droits };
}

function grantedRight(row: Row): GrantedRight {
  const { droits } = row;
  return isGivenRight(droits) ? droits : column.refuse(row, 'permsAlgorithme');
}

const ownerColumn = new ColumnReader('usage', 'ownerId');

/** The sums of an owner; zeros without a row. */
export function usageOf(row: Row | undefined): Usage {
  if (row === undefined) return { algos: 0, bytes: 0 };
  return { algos: ownerColumn.integer(row, 'algos'), bytes: ownerColumn.integer(row, 'bytes') };
}

export function algoValues(algo: Algorithm) {
  return {
    id: algo.id,
    ...sourceValues(algo),
    permsAlgorithme: grantsText(algo.permsAlgorithme),
    places: placesText(algo.places),
    waiting: waitingText(algo.waiting),
    dossierId: folderOf(algo, algo.ownerId),
    ...nameValues(algo.nom),
  } satisfies Record<string, SQLInputValue>;
}

export function changedValues({ nom, ref, permsAlgorithme, waiting, ...numbers }: AlgoChanges) {
  const { contentBytes, dateModification, modifiedBy, dateSource } = numbers;
  return {
    ...(nom !== undefined && { nom: storableText(nom, 'nom'), ...nameValues(nom) }),
    ...(ref !== undefined && { ref: storableText(ref, 'ref') }),
    ...(contentBytes !== undefined && { contentBytes }),
    ...(dateModification !== undefined && { dateModification }),
    ...(modifiedBy !== undefined && { modifiedBy }),
    ...(dateSource !== undefined && { dateSource }),
    ...(permsAlgorithme !== undefined && { permsAlgorithme: grantsText(permsAlgorithme) }),
    ...(waiting !== undefined && { waiting: waitingText(waiting) }),
  };
}

const nameValues = (nom: string) => ({ nomKey: nameKey(nom), words: JSON.stringify(wordsOf(nom)) });

export function placesText(places: readonly AlgoPlace[]): string {
  return JSON.stringify(places.map(({ idUtilisateur, dossierId }) => ({ idUtilisateur, dossierId })));
}

/** The grants as lists show them. */
const permissionsOf = (row: Row): readonly Grant[] => {
  const grants = column.list(row, 'permsAlgorithme', isGrant);
  return grants.length === 0 ? grants : grants.map(({ idUtilisateur, droits }) => ({ idUtilisateur, droits }));
};

export const folderPlacesOf = (row: Row, reader = column): readonly AlgoPlace[] =>
  reader.list(row, 'places', isPlace).map(({ idUtilisateur, dossierId }) => ({ idUtilisateur, dossierId }));

function isPlace(value: unknown): value is AlgoPlace {
  const { idUtilisateur, dossierId }: Readonly<Record<string, unknown>> = { ...Object(value) };
  return isInteger(idUtilisateur) && isInteger(dossierId);
}
