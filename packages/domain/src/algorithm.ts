import * as v from 'valibot';
import type { Locale } from './user.ts';

export const GRANTED_RIGHTS = ['ReadWrite', 'Read'] as const;
export type GrantedRight = (typeof GRANTED_RIGHTS)[number];

const RIGHTS = ['Owner', ...GRANTED_RIGHTS] as const;
export type Right = (typeof RIGHTS)[number];

const GrantOutput = v.object({ idUtilisateur: v.number(), droits: v.picklist(GRANTED_RIGHTS) });
export type Grant = Readonly<v.InferOutput<typeof GrantOutput>>;

export interface StoredGrant extends Grant {
  /** Since when, milliseconds since the Unix epoch. */
  readonly date: number;
  /** There while the mail that tells the user of it is due. */
  readonly isMailDue?: true;
}

/** A right that waits until somebody who is logged in opens the link of the invitation to an e-mail address. */
export interface WaitingShare {
  /** As the owner typed it. */
  readonly adresseMail: string;
  readonly droits: GrantedRight;
  /** When it was made, milliseconds since the Unix epoch, as is `dateExpiration`: it has no effect from then on. */
  readonly date: number;
  readonly dateExpiration: number;
  /** The language of the mail to the address: that of the owner. */
  readonly locale: Locale;
  readonly isMailDue: boolean;
}

/** The folder in which a user keeps an algorithm. */
export interface AlgoPlace {
  readonly idUtilisateur: number;
  readonly dossierId: number;
}

/** An algorithm's record as stored. Its source code is content of the ContentStore, named by `ref`. */
export interface Algorithm {
  /** Positive, assigned by the store, never reused. */
  readonly id: number;
  readonly nom: string;
  /** Milliseconds since the Unix epoch, as is `dateModification`. */
  readonly dateCreation: number;
  readonly dateModification: number;
  readonly ownerId: number;
  /** At most one entry a user, never the owner; in the order in which the owner gave it. */
  readonly permsAlgorithme: readonly StoredGrant[];
  /** The number of committed changes, starting at 1; changes of grants count too. */
  readonly version: number;
  /** Names the content of this version, for `ContentStore.read`. */
  readonly ref: string;
  /** Bytes of the content that `ref` names. */
  readonly contentBytes: number;
  /**
   * Where users keep the algorithm, its owner and those with whom it is shared: at most one entry a user, none for who keeps it
   * at the top. Who loses the right loses the entry.
   */
  readonly places: readonly AlgoPlace[];
  readonly modifiedBy: number;
  /** When that user saved it, or first saved this version of it, milliseconds since the Unix epoch. */
  readonly dateSource: number;
  /** What waits for addresses: each address once, as the service compares them. */
  readonly waiting: readonly WaitingShare[];
}

/** A record as it is saved first, with version 1; without `places` at the top for everybody, and without `waiting` nothing waits. */
export type NewAlgorithm = Omit<Algorithm, 'version' | 'places' | 'waiting'> &
  Partial<Pick<Algorithm, 'places' | 'waiting'>>;

/** The folder in which the user keeps the algorithm, or null for the top. */
export const folderOf = ({ places }: Pick<Algorithm, 'places'>, userId: number): number | null =>
  places.find(({ idUtilisateur }) => idUtilisateur === userId)?.dossierId ?? null;

/** What one commit sets; an absent field stays as it is. Each commit raises `version` by one. */
export type AlgoChanges = Partial<
  Pick<
    Algorithm,
    'nom' | 'ref' | 'contentBytes' | 'dateModification' | 'modifiedBy' | 'dateSource' | 'permsAlgorithme' | 'waiting'
  >
>;

/** The record of an algorithm in the bin. `waiting` is empty: what waits ends with the algorithm. */
export interface DeletedAlgo extends Algorithm {
  /** When it was deleted, milliseconds since the Unix epoch. */
  readonly dateSuppression: number;
}

/** A deleted algorithm of one version, and the reference of its content: null if that cannot be read. */
export interface BinKey extends Pick<DeletedAlgo, 'id' | 'version'> {
  readonly ref: string | null;
}

/** What a restoration sets: the rights and places of users who are there still. */
export type Restoration = Pick<Algorithm, 'permsAlgorithme' | 'places'>;

const GrantsOutput: v.GenericSchema<readonly Grant[]> = v.array(GrantOutput);

/** An algorithm as a requester sees it; `permsAlgorithme` is there for the owner only. */
export const AlgoOutput = v.object({
  id: v.number(),
  nom: v.string(),
  /** Milliseconds since the Unix epoch, as is `dateModification`. */
  dateCreation: v.number(),
  dateModification: v.number(),
  ownerId: v.number(),
  droits: v.picklist(RIGHTS),
  permsAlgorithme: v.optional(GrantsOutput),
});
export type AlgoView = Readonly<v.InferOutput<typeof AlgoOutput>>;

/** The same with the folder of the requester that it is in; null: at the top. */
export const PlacedAlgoOutput = v.object({ ...AlgoOutput.entries, dossierId: v.nullable(v.number()) });
export type PlacedAlgo = Readonly<v.InferOutput<typeof PlacedAlgoOutput>>;

export const VersionedAlgoOutput = v.object({ algo: PlacedAlgoOutput, version: v.number() });
export type VersionedAlgo = Readonly<v.InferOutput<typeof VersionedAlgoOutput>>;

/** A row of a list, with the version that is the `ETag` of the single record. */
export const AlgoRowOutput = v.object({ ...AlgoOutput.entries, version: v.number() });
export type AlgoRow = Readonly<v.InferOutput<typeof AlgoRowOutput>>;

export const algoRow = (algo: Algorithm, droits: Right): AlgoRow => ({
  ...algoView(algo, droits),
  version: algo.version,
});

export function algoView(algo: Algorithm, droits: Right): AlgoView {
  const { id, nom, dateCreation, dateModification, ownerId, permsAlgorithme } = algo;
  const view = { id, nom, dateCreation, dateModification, ownerId, droits };
  return droits === 'Owner' ? { ...view, permsAlgorithme: permsAlgorithme.map(plainGrant) } : view;
}

const plainGrant = ({ idUtilisateur, droits }: Grant): Grant => ({ idUtilisateur, droits });

export const placedAlgo = (algo: Algorithm, droits: Right, userId: number): PlacedAlgo => ({
  ...algoView(algo, droits),
  dossierId: folderOf(algo, userId),
});

/** What an algorithm was before a change of its source code: the record of that version, without its shares and places. */
export interface FormerAlgo extends Omit<Algorithm, 'permsAlgorithme' | 'places' | 'waiting'> {
  /** From when on it may be removed, milliseconds since the Unix epoch. */
  readonly dateExpiration: number;
}
