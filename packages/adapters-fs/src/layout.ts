import { hash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DamagedError, type PendingWork } from '@algotheque/domain';

const REF = /^[0-9a-f]{32}-[0-9a-f]{64}$/;
const MARKER = /^([1-9][0-9]{0,15})\.delete$/;
const PUBLISHED = /^[1-9][0-9]{0,15}\.json$/;
const SHA256_HEX_CHARS = 64;
/** As many as a UUID of version 7 has, https://www.rfc-editor.org/rfc/rfc9562#section-5.7: 48 bits last until the year 10889. */
const TIME_HEX_CHARS = 12;

/**
 * The paths below one root: `<id>.json`, `staging/<ref>`, `staging/<id>.delete`. Ids and references are checked
 * before they become part of a path, so that no name can leave the root.
 */
export class Layout {
  readonly root: string;
  readonly staging: string;

  constructor(root: string) {
    this.root = root;
    this.staging = join(root, 'staging');
  }

  published(id: number): string {
    return join(this.root, `${checkedId(id)}.json`);
  }

  staged(ref: string): string {
    return join(this.staging, checkedRef(ref));
  }

  marker(id: number): string {
    return join(this.staging, markerName(id));
  }
}

/**
 * A new reference for the content: the milliseconds since the Unix epoch, 76 random bits or more, and its SHA-256, all in hex. References that
 * follow one another are neighbours in the indexes of a database, so that a commit writes fewer pages.
 */
export function newRef(content: Uint8Array): string {
  const time = Date.now().toString(16).padStart(TIME_HEX_CHARS, '0');
  return `${time}${randomUUID().replaceAll('-', '').slice(TIME_HEX_CHARS)}-${sha256(content)}`;
}

export function sha256(content: Uint8Array): string {
  return hash('sha256', content, 'hex');
}

const digestOf = (ref: string): string => ref.slice(-SHA256_HEX_CHARS);

export const isContentOf = (ref: string, content: Uint8Array): boolean =>
  isRef(ref) && sha256(content) === digestOf(ref);

/** The SHA-256 of what the algorithm has as its content. @throws DamagedError when no content can have its reference */
export function digestFor(id: number, ref: string): string {
  if (isRef(ref)) return digestOf(ref);
  throw new DamagedError({ place: 'algos', id, field: 'ref' }, 'no content can have this reference');
}

export function markerName(id: number): string {
  return `${checkedId(id)}.delete`;
}

/** Whether it is the name of published content. */
export const isPublished = (name: string): boolean => PUBLISHED.test(name);

/** Whether it is a reference. Staged content has it as its name. */
export const isRef = (name: string): boolean => REF.test(name);

/** The work that a name in `staging` stands for; null for a name that is not ours. */
export function workOf(name: string): PendingWork | null {
  if (isRef(name)) return { kind: 'staged', ref: name };
  const id = Number(MARKER.exec(name)?.[1]);
  return Number.isSafeInteger(id) ? { kind: 'deleting', id } : null;
}

function checkedId(id: number): number {
  if (!Number.isSafeInteger(id) || id < 1) throw new RangeError(`Not the id of an algorithm: ${String(id)}`);
  return id;
}

function checkedRef(ref: string): string {
  if (!isRef(ref)) throw new RangeError('Not a reference of the file store: it has another form');
  return ref;
}
