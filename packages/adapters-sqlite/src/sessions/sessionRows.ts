import { impossibleInSession, type Session } from '@algotheque/domain';
import { type Row, RowReader } from '../connection/rowReader.ts';
import { storableText } from '../connection/storableText.ts';

export const SESSION_COLUMNS = [
  'digest',
  'userId',
  'credentialsVersion',
  'dateCreation',
  'dateUtilisation',
  'dateExpiration',
  'client',
  'address',
] as const;

const column = new RowReader('tokens', 'digest');

export function sessionOf(row: Row): Session {
  const session: Session = {
    digest: column.text(row, 'digest'),
    userId: column.integer(row, 'userId'),
    credentialsVersion: column.integer(row, 'credentialsVersion'),
    dateCreation: column.integer(row, 'dateCreation'),
    dateUtilisation: column.integer(row, 'dateUtilisation'),
    dateExpiration: column.integer(row, 'dateExpiration'),
    client: column.textOrNull(row, 'client'),
    address: column.textOrNull(row, 'address'),
  };
  return column.possible(row, session, impossibleInSession);
}

/** The values of a session, by column. */
export function sessionValues(session: Session) {
  const { digest, userId, credentialsVersion, dateCreation, dateUtilisation, dateExpiration, client, address } =
    session;
  return {
    digest: storableText(digest, 'digest'),
    userId,
    credentialsVersion,
    dateCreation,
    dateUtilisation,
    dateExpiration,
    client: client === null ? null : storableText(client, 'client'),
    address: address === null ? null : storableText(address, 'address'),
  };
}
