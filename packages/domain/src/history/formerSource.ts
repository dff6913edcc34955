import { SourceText } from '../content/sourceText.ts';
import { DamagedError } from '../storeErrors.ts';
import type { FormerVersion } from './algoHistory.ts';

/** The source code of an entry, if it has the SHA-256 that `ref` names. @throws DamagedError if not */
export async function formerSource({ former: { ref }, content }: FormerVersion): Promise<SourceText> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(content)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (ref.endsWith(hex)) return new SourceText(content);
  throw new DamagedError({ place: 'history', id: ref, field: 'bytes' }, 'does not have the SHA-256 that its key names');
}
