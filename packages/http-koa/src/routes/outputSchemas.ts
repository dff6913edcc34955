import * as v from 'valibot';

// Every one is closed: `v.object` leaves out what it does not name, so that nothing slips into a body.

const PublicUserOutput = v.object({
  id: v.number(),
  pseudo: v.string(),
  dateInscription: v.number(),
  urlPfp: v.nullable(v.string()),
});

export const OwnUserOutput = v.object({
  id: v.number(),
  adresseMail: v.string(),
  pseudo: v.string(),
  dateInscription: v.number(),
  isVerified: v.boolean(),
  urlPfp: v.nullable(v.string()),
});

export const UserOutput = v.union([OwnUserOutput, PublicUserOutput]);

export const LoggedInOutput = v.object({ token: v.string(), dateExpiration: v.number(), utilisateur: OwnUserOutput });

export const AlgoOutput = v.object({
  id: v.number(),
  nom: v.string(),
  dateCreation: v.number(),
  dateModification: v.number(),
  ownerId: v.number(),
  droits: v.picklist(['Owner', 'ReadWrite', 'Read']),
  permsAlgorithme: v.optional(
    v.array(v.object({ idUtilisateur: v.number(), droits: v.picklist(['ReadWrite', 'Read']) })),
  ),
});

export const AlgoListOutput = v.array(AlgoOutput);

const Issue = v.object({ path: v.string(), rule: v.string(), message: v.string() });

export const ViolationsOutput = v.array(Issue);

export const ValidationResultOutput = v.object({ success: v.literal(false), issues: v.array(Issue) });

export const UnavailableOutput = v.object({ stores: v.array(v.picklist(['records', 'content', 'mails'])) });

const Figures = v.object({ used: v.number(), limit: v.number() });

export const QuotaOutput = v.object({ algos: Figures, bytes: Figures });

export const InternalErrorOutput = v.object({ requestId: v.string() });

/**
 * The part of `data` that the schema names.
 * @throws Error that names the place, never the value: it goes to the log
 */
export function stripped(schema: v.GenericSchema | undefined, data: unknown): unknown {
  if (schema === undefined || data === undefined) return undefined;
  const result = v.safeParse(schema, data);
  if (result.success) return result.output;
  throw new Error(`The answer does not fit its schema at ${v.getDotPath(result.issues[0]) ?? 'its root'}`);
}
