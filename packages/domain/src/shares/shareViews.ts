import * as v from 'valibot';
import { type Algorithm, GRANTED_RIGHTS, type Grant, type StoredGrant } from '../algorithm.ts';
import { isInForce } from './shareSteps.ts';

/* Shares as the owner of an algorithm sees them. */

export const WaitingOutput = v.object({
  /** As the owner typed it. */
  adresseMail: v.string(),
  droits: v.picklist(GRANTED_RIGHTS),
  /** Milliseconds since the Unix epoch, as is `dateExpiration`, when it ends. */
  date: v.number(),
  dateExpiration: v.number(),
});
type Waiting = Readonly<v.InferOutput<typeof WaitingOutput>>;

/** What waits for addresses at this time. */
export const shownWaiting = ({ waiting }: Pick<Algorithm, 'waiting'>, now: number): readonly Waiting[] =>
  waiting
    .filter((share) => isInForce(share, now))
    .map(({ adresseMail, droits, date, dateExpiration }) => ({ adresseMail, droits, date, dateExpiration }));

/** A grant with its date. */
export const datedGrant = ({ idUtilisateur, droits, date }: StoredGrant): Grant & { readonly date: number } => ({
  idUtilisateur,
  droits,
  date,
});
