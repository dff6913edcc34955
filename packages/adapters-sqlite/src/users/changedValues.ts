import type { UserChanges } from '@algotheque/domain';
import { storableText } from '../connection/storableText.ts';
import { textOrNull } from './userRows.ts';

/** The parameters of the statement that updates a user: null leaves a column as it is, unless a flag beside it says that it is set. */
export function changedValues(changes: UserChanges) {
  const { pseudo, urlPfp, mdpHash, isVerified, noticeDue, isDisabled, withdrawalDue, pendingEmail, ifAdresseMail } =
    changes;
  return {
    pseudo: pseudo === undefined ? null : storableText(pseudo, 'pseudo'),
    setsUrlPfp: Number(urlPfp !== undefined),
    urlPfp: urlPfp === undefined || urlPfp === null ? null : storableText(urlPfp, 'urlPfp'),
    mdpHash: mdpHash === undefined ? null : storableText(mdpHash, 'mdpHash'),
    verifies: Number(isVerified === true),
    isDisabled: isDisabled === undefined ? null : Number(isDisabled),
    noticeDate: noticeDue?.date ?? null,
    noticeLocale: noticeDue?.locale ?? null,
    withdrawalDate: withdrawalDue?.date ?? null,
    setsPending: Number(pendingEmail !== undefined || mdpHash !== undefined || isDisabled === true),
    pendingEmail: textOrNull(pendingEmail?.adresseMail, 'pendingEmail'),
    pendingDate: pendingEmail?.date ?? null,
    ifAdresseMail: ifAdresseMail ?? null,
  };
}
