import { hash, randomUUID } from 'node:crypto';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedError, type ListedContent, type RecordPlace } from '@algotheque/domain';
import { ifPresent, onDisk } from '@algotheque/domain/files';

const REF = /^[0-9a-f]{32}-[0-9a-f]{64}$/;
const PUBLISHED = /^([1-9][0-9]{0,15})\.json$/;
const FORMER = /^([1-9][0-9]{0,15})-([0-9a-f]{32}-[0-9a-f]{64})\.json$/;
const SHA256_HEX_CHARS = 64;
/** As many as a UUID of version 7 has, https://www.rfc-editor.org/rfc/rfc9562#section-5.7: 48 bits last until the year 10889. */
const TIME_HEX_CHARS = 12;

/** What the name of a file stands for; of staged content it is the reference alone. */
export type NamedContent = ListedContent | { readonly kind: 'staged'; readonly ref: string };

/**
 * The paths below one root: `<id>.json` of records, `bin/<id>.json`, `versions/<id>-<ref>.json` of former versions and `staging/<ref>`. Ids
 * and references are checked before they become part of a path, so that no name can leave the root.
 */
export class Layout {
  readonly root: string;
  readonly staging: string;
  readonly bin: string;
  readonly versions: string;

  constructor(root: string) {
    this.root = root;
    this.staging = join(root, 'staging');
    this.bin = join(root, 'bin');
    this.versions = join(root, 'versions');
  }

  /** Where the contents are that were published, and what a name there stands for; null for a name that is not ours. */
  get contents(): readonly (readonly [string, (name: string) => ListedContent | null])[] {
    return [
      [this.root, (name) => publishedContent(name, 'records')],
      [this.bin, (name) => publishedContent(name, 'bin')],
      [this.versions, formerContent],
    ];
  }

  /** The same, and where content is that is staged. */
  get all(): readonly (readonly [string, (name: string) => NamedContent | null])[] {
    return [...this.contents, [this.staging, (name) => (isRef(name) ? { kind: 'staged', ref: name } : null)]];
  }

  get folders(): readonly string[] {
    return [this.staging, this.bin, this.versions];
  }

  published(id: number, place: RecordPlace = 'records'): string {
    return join(place === 'bin' ? this.bin : this.root, `${checkedId(id)}.json`);
  }

  /** Where a content may be. A publication or a move in between puts it in another place, which comes later. */
  placesOf(id: number, ref: string): readonly string[] {
    const published = this.published(id);
    return [published, this.staged(ref), this.former(id, ref), this.published(id, 'bin'), published];
  }

  former(id: number, ref: string): string {
    return join(this.versions, `${checkedId(id)}-${checkedRef(ref)}.json`);
  }

  staged(ref: string): string {
    return join(this.staging, checkedRef(ref));
  }
}

/**
 * A new reference for the content: the milliseconds since the Unix epoch, 74 random bits, and its SHA-256, all in hex. References
 * that follow one another are neighbours in the indexes of a database, so that a commit writes fewer pages.
 */
export function newRef(content: Uint8Array): string {
  const time = Date.now().toString(16).padStart(TIME_HEX_CHARS, '0');
  return `${time}${randomUUID().replaceAll('-', '').slice(TIME_HEX_CHARS)}-${sha256(content)}`;
}

export function sha256(content: Uint8Array): string {
  return hash('sha256', content, 'hex');
}

/** The SHA-256 of what the algorithm has as its content. @throws DamagedError when no content can have its reference */
export function digestFor(id: number, ref: string): string {
  if (isRef(ref)) return ref.slice(-SHA256_HEX_CHARS);
  throw new DamagedError({ place: 'algos', id, field: 'ref' }, 'no content can have this reference');
}

/** Whether it is a reference. Staged content has it as its name. */
export const isRef = (name: string): boolean => REF.test(name);

export function publishedContent(name: string, kind: RecordPlace): ListedContent | null {
  const id = Number(PUBLISHED.exec(name)?.[1]);
  return Number.isSafeInteger(id) ? { kind, id } : null;
}

function formerContent(name: string): ListedContent | null {
  const [, id = '', ref = ''] = FORMER.exec(name) ?? [];
  return Number.isSafeInteger(Number(id)) && ref !== '' ? { kind: 'former', id: Number(id), ref } : null;
}

/** The names in a folder that may be absent; the end of a loop closes the folder. @throws UnavailableError when it cannot be read */
export async function* entriesIn(folder: string): AsyncGenerator<string> {
  const entries = await onDisk(() => ifPresent(opendir(folder)));
  for await (const { name } of entries ?? []) yield name;
}

/** What is in these folders, and what each name stands for; null for a name that is not ours. */
export async function* entriesOf<Content>(folders: readonly (readonly [string, (name: string) => Content | null])[]) {
  for (const [folder, contentOf] of folders)
    for await (const name of entriesIn(folder)) yield { path: join(folder, name), content: contentOf(name) };
}

function checkedId(id: number): number {
  if (!Number.isSafeInteger(id) || id < 1) throw new RangeError(`Not the id of an algorithm: ${String(id)}`);
  return id;
}

function checkedRef(ref: string): string {
  if (!isRef(ref)) throw new RangeError('Not a reference of the file store: it has another form');
  return ref;
}
