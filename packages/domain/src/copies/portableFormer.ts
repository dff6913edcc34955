import type { FormerAlgo, FormerVersion } from '../history/algoHistory.ts';
import { DamagedError } from '../storeErrors.ts';

/** An entry of the history with its content as text. */
export interface PortableFormer extends FormerAlgo {
  readonly content: string;
}

/** @throws DamagedError when the content is no UTF-8 text, which no version of the program has written */
export function portableFormer({ former, content }: FormerVersion): PortableFormer {
  try {
    return { ...former, content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content) };
  } catch (cause) {
    throw new DamagedError({ place: 'history', id: former.ref, field: 'bytes' }, 'is no UTF-8 text', { cause });
  }
}

export function formerOfPortable({ content, ...former }: PortableFormer): FormerVersion {
  return { former, content: new TextEncoder().encode(content) };
}
