import type { Finding } from '../finding.ts';
import type { Look } from '../look.ts';

/** Whether database and folder of content belong together, by the id that both keep. */
export async function* checkOwnerId({ folder, otherFolder }: Look): AsyncGenerator<Finding> {
  if (folder === null || otherFolder === null) return;
  yield { code: 'owner-id', place: folder.root, detail: otherFolder };
}
