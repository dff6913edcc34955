import { appendFile } from 'node:fs/promises';
import { keepAside } from '@algotheque/adapters-fs';
import type { PortableKind, PortableStore } from '@algotheque/domain';
import type { Mending } from './look.ts';

/** The file in `lost+found/` with the former values of rows: one line of JSON for each, `{"kind":…,"row":…}`. */
const FORMER = 'former-rows.jsonl';

/** Changes rows of a store that this process has for itself. Each run that changes rows makes one file with their former values. */
export function mendingOf(portable: PortableStore, root: string): Mending {
  let path: string | null = null;
  const keep = async (kind: PortableKind, row: unknown): Promise<void> => {
    const line = Buffer.from(`${JSON.stringify({ kind, row })}\n`);
    if (path === null) path = await keepAside(root, FORMER, line);
    else await appendFile(path, line, { flush: true });
  };
  return {
    root,
    async replace(kind, former, row) {
      await keep(kind, former);
      await portable.importRows(kind, [row]);
    },
    put: (kind, row) => portable.importRows(kind, [row]),
  };
}
