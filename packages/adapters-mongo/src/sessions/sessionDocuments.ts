import { impossibleInSession, type Session } from '@algotheque/domain';
import type { SessionDocument } from '../documents/collections.ts';
import { expiryDate } from '../documents/expiryDate.ts';
import { fieldsOf } from '../documents/fields.ts';

export function sessionDocument({ digest, ...session }: Session): SessionDocument {
  return {
    _id: digest,
    userId: session.userId,
    credentialsVersion: session.credentialsVersion,
    dateCreation: session.dateCreation,
    dateUtilisation: session.dateUtilisation,
    dateExpiration: session.dateExpiration,
    client: session.client,
    address: session.address,
    expireAt: expiryDate(session.dateExpiration),
  };
}

/** @throws DamagedError */
export function storedSession(document: SessionDocument): Session {
  const fields = fieldsOf('tokens', document);
  const session: Session = {
    digest: fields.text('_id'),
    userId: fields.integer('userId'),
    credentialsVersion: fields.integer('credentialsVersion'),
    dateCreation: fields.number('dateCreation'),
    dateUtilisation: fields.number('dateUtilisation'),
    dateExpiration: fields.number('dateExpiration'),
    client: fields.optional('client', () => fields.nullable('client', () => fields.text('client'))) ?? null,
    address: fields.optional('address', () => fields.nullable('address', () => fields.text('address'))) ?? null,
  };
  return fields.possible(session, impossibleInSession);
}
