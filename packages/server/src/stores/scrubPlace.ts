import { rename, rm, writeFile } from 'node:fs/promises';
import type { ScrubPlace, ScrubProgress } from '@algotheque/domain';
import * as v from 'valibot';
import { readKept } from './keptText.ts';

const integer = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const form = v.object({ began: integer, after: v.nullable(integer) });

/**
 * Keeps the progress of the verification in a file, as JSON. The file is complete or absent after a crash of the process. It is not
 * synced: a power loss costs a part of a round at most.
 */
export function scrubPlace(path: string): ScrubPlace {
  return {
    async read(): Promise<ScrubProgress | null> {
      const text = readKept(path);
      return text === null ? null : v.parse(form, JSON.parse(text));
    },
    async write(progress) {
      const draft = `${path}.new`;
      await rm(draft, { force: true });
      await writeFile(draft, `${JSON.stringify(progress)}\n`, { flag: 'wx', mode: 0o600 });
      await rename(draft, path);
    },
  };
}
