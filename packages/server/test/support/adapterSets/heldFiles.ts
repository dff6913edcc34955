import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Algorithm } from '@algotheque/domain';
import type { HeldContents, HeldRecords } from '@algotheque/testing/worlds';

/** The data in a folder of content, for these records and what is in the bin. */
export function heldFiles(dir: string, { algos, bin }: Pick<HeldRecords, 'algos' | 'bin'>): HeldContents {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'staging');
  const isContent = (name: string): boolean => /^\d+\.json$/.test(name);
  const published = names.filter(isContent).map((name) => {
    const [id, content] = [Number.parseInt(name, 10), readFileSync(join(dir, name))];
    return [
      id,
      {
        ref: refOf(
          content,
          [...algos, ...bin].find((algo) => algo.id === id),
        ),
        content,
      },
    ] as const;
  });
  return { published: new Map(published), unfinished: names.filter((name) => !isContent(name)) };
}

/** The reference of the record, if it ends with the SHA-256 of the content. */
function refOf(content: Uint8Array, algo: Algorithm | undefined): string {
  const digest = createHash('sha256').update(content).digest('hex');
  return algo?.ref.endsWith(digest) === true ? algo.ref : `another content: ${digest}`;
}
