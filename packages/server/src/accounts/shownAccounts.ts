import type { Account, UserSession } from '@algotheque/domain';
import { tableOf } from '../terminal/text.ts';

const dateText = (date: number): string => new Date(date).toISOString().slice(0, 19).replace('T', ' ');

const yes = (is: boolean): string => (is ? 'yes' : 'no');

export function accountsTable(accounts: readonly Account[]): string {
  const rows = accounts.map(({ id, adresseMail, pseudo, dateInscription, isVerified, isDisabled, serviceRight }) => [
    String(id),
    adresseMail,
    pseudo,
    dateText(dateInscription),
    yes(isVerified),
    yes(isDisabled),
    serviceRight ?? '',
  ]);
  return tableOf(['id', 'e-mail', 'pseudo', 'registered (UTC)', 'confirmed', 'disabled', 'owner'], rows);
}

export function sessionsTable(sessions: readonly UserSession[]): string {
  const rows = sessions.map(({ sessionId, dateCreation, dateUtilisation, dateExpiration, client, address }) => [
    ...[dateCreation, dateUtilisation, dateExpiration].map(dateText),
    client ?? '',
    address ?? '',
    sessionId,
  ]);
  return tableOf(['login (UTC)', 'last use', 'ends', 'client', 'address', 'id'], rows);
}
