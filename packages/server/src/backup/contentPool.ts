import { hash } from 'node:crypto';
import { link, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FOLDER_MODE, ifPresent, syncFolder } from '@algotheque/domain/files';
import { StartError } from '../startError.ts';
import { contentName } from './form/parts.ts';
import { readPart } from './form/readPart.ts';
import { isOwnFile, isOwnFolder } from './own.ts';

/** The contents of a backup that is being made, one file for each digest. */
export class ContentPool {
  readonly #dir: string;
  readonly #previous: string | null;
  readonly #sizes = new Map<string, number>();
  readonly #shards = new Set<string>();
  /** One at a time for each digest: algorithms may have the same content. */
  readonly #works = new Map<string, Promise<string | null>>();

  /** @param previous the folder of a whole backup, whose contents are linked where they have not changed */
  constructor(dir: string, previous: string | null) {
    this.#dir = dir;
    this.#previous = previous;
  }

  /** Bytes of each content, by digest. */
  get sizes(): ReadonlyMap<string, number> {
    return this.#sizes;
  }

  /**
   * Makes sure that the content is here: it was before, an interrupted run has left it, the previous backup has it, or `fetch` gives
   * it. All bytes are compared with the digest, so that damage does not go from one backup to the next. Then they are durable.
   * @param fetch resolves to the content, or to the reason why there is none
   * @returns that reason, or null when the content is here
   */
  async ensure(digest: string, fetch: () => Promise<Uint8Array | string>): Promise<string | null> {
    if (this.#sizes.has(digest)) return null;
    const work = this.#works.get(digest) ?? this.#ensure(digest, fetch).finally(() => this.#works.delete(digest));
    this.#works.set(digest, work);
    return work;
  }

  async #ensure(digest: string, fetch: () => Promise<Uint8Array | string>): Promise<string | null> {
    const path = join(this.#dir, contentName(digest));
    await this.#makeShard(path);
    const found =
      (await verified(path, digest)) ?? (await this.#takenOver(digest, path)) ?? (await this.#fetched(path, fetch));
    if (typeof found === 'string') return found;
    await syncFile(path);
    this.#sizes.set(digest, found.length);
    return null;
  }

  /** The content of the previous backup. What was linked is looked at, for somebody may have put it there. */
  async #takenOver(digest: string, path: string): Promise<Uint8Array | null> {
    if (this.#previous === null) return null;
    const before = join(this.#previous, contentName(digest));
    const isLinked = await this.#link(before, path);
    const bytes = await verified(isLinked ? path : before, digest);
    if (bytes !== null && !isLinked) await this.#write(path, bytes);
    if (bytes === null && isLinked) await rm(path);
    return bytes;
  }

  async #fetched(path: string, fetch: () => Promise<Uint8Array | string>): Promise<Uint8Array | string> {
    const found = await fetch();
    if (typeof found !== 'string') await this.#write(path, found);
    return found;
  }

  /** Never into an existing file, which may be a link to one of the previous backup. */
  async #write(path: string, bytes: Uint8Array): Promise<void> {
    await rm(path, { force: true });
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  }

  /** Removes all other contents, and makes the names of these durable. */
  async keepOnly(wanted: ReadonlySet<string>): Promise<void> {
    const contents = join(this.#dir, 'contents');
    for (const shard of (await ifPresent(readdir(contents))) ?? []) {
      if (!(await isOwnFolder(join(contents, shard)))) {
        await rm(join(contents, shard), { recursive: true }); // a link, which is not followed
        continue;
      }
      for (const name of await readdir(join(contents, shard))) {
        const digest = name.replace(/\.json$/, '');
        if (wanted.has(digest) && name !== digest) continue;
        await rm(join(contents, shard, name), { recursive: true });
        this.#sizes.delete(digest);
      }
      this.#shards.add(join(contents, shard));
    }
    for (const shard of this.#shards) await syncFolder(shard);
    if (this.#shards.size > 0) await syncFolder(contents);
  }

  /** Not every filesystem has links, and a file can have only so many. */
  async #link(from: string, to: string): Promise<boolean> {
    await rm(to, { force: true });
    return link(from, to).then(
      () => true,
      () => false, // the copy that is made instead fails with the reason, if there is one
    );
  }

  async #makeShard(path: string): Promise<void> {
    const shard = dirname(path);
    if (this.#shards.has(shard)) return;
    await mkdir(shard, { recursive: true, mode: FOLDER_MODE });
    if (!(await isOwnFolder(shard))) throw new StartError(`${shard} is no folder of this user: remove it`);
    this.#shards.add(shard);
  }
}

/** The content of a file that nobody else can change. */
async function verified(path: string, digest: string): Promise<Uint8Array | null> {
  if (!(await isOwnFile(path).catch(() => false))) return null;
  const bytes = await readPart(path).catch(() => null); // what cannot be read is copied again
  return bytes !== null && hash('sha256', bytes) === digest ? bytes : null;
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
