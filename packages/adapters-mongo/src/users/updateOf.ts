import type { UserChanges } from '@algotheque/domain';
import type { UpdateFilter } from 'mongodb';
import type { UserDocument } from '../documents/collections.ts';
import { pendingDocument } from './emailDocuments.ts';
import { dueDocument } from './userDocuments.ts';

/** The update that makes these changes, and raises the versions that follow from them. The query of the update has the condition. */
export function updateOf({
  pseudo,
  urlPfp,
  mdpHash,
  isVerified,
  noticeDue,
  isDisabled,
  withdrawalDue,
  pendingEmail,
}: UserChanges): UpdateFilter<UserDocument> {
  const raise = mdpHash === undefined && isDisabled !== true ? 0 : 1;
  const pending = raise === 1 ? (pendingEmail ?? null) : pendingEmail;
  const set = {
    ...(pseudo !== undefined && { pseudo }),
    ...(urlPfp !== undefined && { urlPfp }),
    ...(mdpHash !== undefined && { mdpHash }),
    ...(isVerified === true && { isVerified, confirmationDue: null }),
    ...(isDisabled !== undefined && { isDisabled }),
    ...(noticeDue !== undefined && { noticeDue: dueDocument(noticeDue) }),
    ...(withdrawalDue !== undefined && { withdrawalDue: { date: withdrawalDue.date } }),
    ...(pending !== undefined && { 'emailChange.pending': pending && pendingDocument(pending) }),
  };
  const inc = { credentialsVersion: raise, ...(pendingEmail && { 'emailChange.version': 1 }) };
  // An empty $set is an error before MongoDB 5.
  return { ...(Object.keys(set).length > 0 && { $set: set }), $inc: inc };
}
