import { DamagedError, type DamagedRecord } from '../storeErrors.ts';
import { SourceText } from './sourceText.ts';

/** A source code that the store of the records has, if it has the SHA-256 that its reference names. @throws DamagedError if not */
export async function formerSource(
  ref: string,
  content: Uint8Array,
  record: Pick<DamagedRecord, 'place' | 'id'>,
): Promise<SourceText> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(content)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (ref.endsWith(hex)) return new SourceText(content);
  throw new DamagedError({ ...record, field: 'bytes' }, 'does not have the SHA-256 that its reference names');
}
