import * as v from 'valibot';

/** A right that an owner gives to another user. */
export const GIVEN_RIGHTS = ['ReadWrite', 'Read'] as const;
export type GivenRight = (typeof GIVEN_RIGHTS)[number];

/** What a requester has on an algorithm. */
const RIGHTS = ['Owner', ...GIVEN_RIGHTS] as const;
export type Right = (typeof RIGHTS)[number];

/** A right of one user, as its owner gave it. */
const PermissionOutput = v.object({ idUtilisateur: v.number(), droits: v.picklist(GIVEN_RIGHTS) });
export type Permission = Readonly<v.InferOutput<typeof PermissionOutput>>;

/** An algorithm's record as stored. Its source code is content of the AlgoFileStore, named by `ref`. */
export interface Algorithme {
  /** Positive, assigned by the store, never reused. */
  readonly id: number;
  readonly nom: string;
  /** Milliseconds since the Unix epoch, as is `dateModification`. */
  readonly dateCreation: number;
  readonly dateModification: number;
  readonly ownerId: number;
  /** At most one entry a user, never the owner; in the order in which the owner gave it. */
  readonly permsAlgorithme: readonly Permission[];
  /** Counts committed changes from 1, rights included; the ETag. */
  readonly version: number;
  /** Names the content that belongs to this version, for `AlgoFileStore.read`. */
  readonly ref: string;
  /** Bytes of the content that `ref` names. 0 in a record that an earlier release made, until its content is replaced. */
  readonly contentBytes: number;
}

/** What one commit sets; what is absent stays. Each commit raises `version` by one. */
export type AlgoChanges = Partial<
  Pick<Algorithme, 'nom' | 'ref' | 'contentBytes' | 'dateModification' | 'permsAlgorithme'>
>;

const PermissionsOutput: v.GenericSchema<readonly Permission[]> = v.array(PermissionOutput);

/** An algorithm as a requester sees it; `permsAlgorithme` is there for the owner only. */
export const AlgoOutput = v.object({
  id: v.number(),
  nom: v.string(),
  /** Milliseconds since the Unix epoch, as is `dateModification`. */
  dateCreation: v.number(),
  dateModification: v.number(),
  ownerId: v.number(),
  droits: v.picklist(RIGHTS),
  permsAlgorithme: v.optional(PermissionsOutput),
});
export type AlgoView = Readonly<v.InferOutput<typeof AlgoOutput>>;

/** The record as somebody with this right sees it. */
export function algoView(algo: Algorithme, droits: Right): AlgoView {
  const { id, nom, dateCreation, dateModification, ownerId, permsAlgorithme } = algo;
  const view = { id, nom, dateCreation, dateModification, ownerId, droits };
  return droits === 'Owner' ? { ...view, permsAlgorithme } : view;
}
