import type { Session } from '@algotheque/domain';
import type { TokenDocument } from '../documents/collections.ts';
import { expiryDate } from '../documents/expiryDate.ts';
import { fieldsOf } from '../documents/fields.ts';

export function tokenDocument({ digest, ...token }: Session): TokenDocument {
  return {
    _id: digest,
    userId: token.userId,
    credentialsVersion: token.credentialsVersion,
    dateCreation: token.dateCreation,
    dateUtilisation: token.dateUtilisation,
    dateExpiration: token.dateExpiration,
    expireAt: expiryDate(token.dateExpiration),
  };
}

/** @throws BrokenDocumentError */
export function storedToken(document: TokenDocument): Session {
  const fields = fieldsOf('tokens', document);
  return {
    digest: fields.text('_id'),
    userId: fields.integer('userId'),
    credentialsVersion: fields.integer('credentialsVersion'),
    dateCreation: fields.number('dateCreation'),
    dateUtilisation: fields.number('dateUtilisation'),
    dateExpiration: fields.number('dateExpiration'),
  };
}
