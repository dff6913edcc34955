import { moveAside } from '@algotheque/adapters-fs';
import { checkMails as readMails } from '@algotheque/adapters-mail';
import type { Finding } from './codes.ts';
import { type Look, mendBy } from './look.ts';

/** Where links lead, and every mail that waits in the spool or lies in the outbox. */
export async function* checkMails(look: Look): AsyncGenerator<Finding> {
  const { mail, localLinks, reach } = look;
  if (localLinks !== null) yield { code: 'links-local', place: 'the settings', detail: localLinks };
  let done = 0;
  for await (const { path, problem } of readMails(mail.dir, mail.smtp === null)) {
    done += 1;
    reach(done);
    if (problem === null) continue;
    const moved = mendBy(look, async () => `It was moved to ${await moveAside(mail.dir, path)}`);
    yield { code: 'mail-damaged', place: path, detail: problem, ...moved };
  }
}
