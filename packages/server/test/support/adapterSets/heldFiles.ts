import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Algorithm } from '@algotheque/domain';
import type { HeldContents, HeldRecords } from '@algotheque/testing/worlds';

const FOLDERS = ['bin', 'staging', 'versions'];
const CONTENT = /^(bin\/)?(\d+)\.json$/;
const FORMER = /^versions\/\d+-(.+)\.json$/;

/** The data in a folder of content, for these records and what is in the bin. */
export function heldFiles(dir: string, { algos, bin }: Pick<HeldRecords, 'algos' | 'bin'>): HeldContents {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => !FOLDERS.includes(name));
  const published = names.flatMap((name) => {
    const [, isInBin, id] = CONTENT.exec(name) ?? [];
    if (id === undefined) return [];
    const algo = (isInBin === undefined ? algos : bin).find((one) => one.id === Number(id));
    const content = readFileSync(join(dir, name));
    return [[Number(id), { ref: refOf(content, algo), content }] as const];
  });
  const formers = names.flatMap((name) => FORMER.exec(name)?.[1] ?? []);
  const unfinished = names.filter((name) => !CONTENT.test(name) && !FORMER.test(name));
  return { published: new Map(published), formers, unfinished };
}

/** The reference of the record, if it ends with the SHA-256 of the content. */
function refOf(content: Uint8Array, algo: Algorithm | undefined): string {
  const digest = createHash('sha256').update(content).digest('hex');
  return algo?.ref.endsWith(digest) === true ? algo.ref : `another content: ${digest}`;
}
