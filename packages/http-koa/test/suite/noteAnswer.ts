import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const noted = new Set<string>();

/**
 * Notes that a test produced an answer, for the check of a whole run (`scripts/answerCoverage.ts`). Each process has a file of its
 * own.
 * @param answer name of the route and status
 */
export function noteAnswer(answer: string): void {
  const folder = process.env['ANSWERS_SEEN'];
  if (folder === undefined || noted.has(answer)) return;
  noted.add(answer);
  appendFileSync(join(folder, String(process.pid)), `${answer}\n`);
}
