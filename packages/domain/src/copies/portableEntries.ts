import type { FormerAlgo, FormerVersion } from '../history/algoHistory.ts';
import { DamagedError, type DamagedRecord } from '../storeErrors.ts';

/** An entry of the history with its content as text. */
export interface PortableFormer extends FormerAlgo {
  readonly content: string;
}

/** @throws DamagedError when the content is no UTF-8 text, which no version of the program has written */
export const portableFormer = ({ former, content }: FormerVersion): PortableFormer => ({
  ...former,
  content: textOf(content, { place: 'history', id: former.ref }),
});

export const formerOfPortable = ({ content, ...former }: PortableFormer): FormerVersion => ({
  former,
  content: new TextEncoder().encode(content),
});

function textOf(content: Uint8Array, record: Pick<DamagedRecord, 'place' | 'id'>): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch (cause) {
    throw new DamagedError({ ...record, field: 'bytes' }, 'is no UTF-8 text', { cause });
  }
}
