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
    client: fields.nullable('client', (field) => fields.text(field)),
    address: fields.nullable('address', (field) => fields.text(field)),
  };
  return fields.possible(session, impossibleInSession);
}
