import type { Finding } from '../finding.ts';
import type { Look } from '../look.ts';

/** The keys by which a store compares addresses, if it compares them folded. */
export async function* checkEmailKeys({ sqlite, mongo, mending }: Look): AsyncGenerator<Finding> {
  const checks = sqlite ?? mongo;
  if (checks === null) return;
  const mend = async (): Promise<string> => {
    await checks.remakeEmailKeys();
    return 'The keys of all users were made anew';
  };
  const wrong = await checks.wrongEmailKeys();
  if (wrong.length === 0) return;
  yield {
    code: 'email-key',
    place: 'users',
    detail: `Users ${wrong.join(', ')}`,
    ...(mending !== null && { mend }),
  };
}
