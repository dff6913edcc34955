import * as v from 'valibot';
import type { FormerAlgo } from '../algorithm.ts';

/** A former version of an algorithm. */
export const VersionOutput = v.object({
  /** The version of the algorithm before its source code was replaced. */
  version: v.number(),
  nom: v.string(),
  /** When its source code was saved, the first of the saves that are this version, milliseconds since the Unix epoch. */
  dateModification: v.number(),
  /** Who saved the source code: null if the requester may not know with whom the algorithm is shared. */
  idUtilisateur: v.nullable(v.number()),
  /** Of its source code, as compact JSON. */
  bytes: v.number(),
});
type Version = Readonly<v.InferOutput<typeof VersionOutput>>;
export const VersionsOutput: v.GenericSchema<readonly Version[]> = v.array(VersionOutput);

/** What a user sees of a former version. Only the owner knows of others who have a right. */
export const versionOf =
  ({ ownerId }: Pick<FormerAlgo, 'ownerId'>, userId: number) =>
  ({ version, nom, modifiedBy, dateSource, contentBytes }: FormerAlgo): Version => ({
    version,
    nom,
    dateModification: dateSource,
    idUtilisateur: [ownerId, userId].includes(modifiedBy) || userId === ownerId ? modifiedBy : null,
    bytes: contentBytes,
  });
