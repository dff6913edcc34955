import { keepAside } from '@algotheque/adapters-fs';
import type { Finding } from '../finding.ts';
import type { Look } from '../look.ts';

/** The rows of the table `unwritten` that do not fit their records. A row that fits is work that a server or a start does. */
export async function* checkUnwritten(look: Look): AsyncGenerator<Finding> {
  const { sqlite, folder, mending } = look;
  if (sqlite === null || folder === null) return;
  for (const row of sqlite.impossibleRows(folder)) {
    const { id, bytes, problem } = row;
    const finding = { code: 'unwritten-impossible', place: `unwritten, ${id}`, detail: sentence(problem) } as const;
    if (mending === null) {
      yield finding;
      continue;
    }
    const mend = async (): Promise<string> => {
      const kept = bytes === null ? null : await keepAside(mending.root, `${id}.json`, bytes);
      sqlite.removeRow(row);
      return kept === null
        ? 'The row was removed; it had no content'
        : `Its content is in ${kept}; the row was removed`;
    };
    yield { ...finding, mend };
  }
}

const sentence = (problem: string): string => `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}`;
