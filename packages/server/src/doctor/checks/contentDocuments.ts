import type { UnnamedContent } from '@algotheque/adapters-mongo';
import type { DamagedError } from '@algotheque/domain';
import type { Finding } from '../finding.ts';
import type { Look } from '../look.ts';
import { damagedRecord } from './damaged.ts';
import { LEFTOVER_AGE_MS } from './files.ts';

/** Every content document of MongoDB: whether a record names it, or something under way needs it. */
export async function* checkContentDocuments(look: Look): AsyncGenerator<Finding> {
  const { mongo, mending } = look;
  if (mongo === null || look.folder !== null) return;
  const damaged: DamagedError[] = [];
  for await (const { read, unnamed } of mongo.unnamedContents((damage) => void damaged.push(damage))) {
    look.reach(read);
    for (const damage of damaged.splice(0)) yield damagedRecord(damage);
    for (const content of unnamed) {
      const code = codeOf(content, look.now());
      if (code === null || !(await mongo.isUnneeded(content.ref))) continue;
      const place = `contents/${content.ref}`;
      const lastChange = content.stagedMs === null ? {} : { lastChange: content.stagedMs };
      const mend = async () => `It was moved to ${await mongo.moveAside(content.ref)}`;
      yield { code, place, ...lastChange, ...(mending !== null && { mend }) };
    }
  }
}

function codeOf({ stagedMs, isAnnounced }: UnnamedContent, now: number): Finding['code'] | null {
  if (isAnnounced) return null; // a server finishes the deletion
  if (stagedMs === null) return 'content-without-record';
  return now - stagedMs < LEFTOVER_AGE_MS ? null : 'staged-leftover';
}
