import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkMails } from '../src/index.ts';
import { scratchFolder } from './scratch.ts';

const NAME = '20261121T122845123Z-9f86d081884c7d65.eml';
const MESSAGE = 'To: Ada <ada@example.org>\r\nAuto-Submitted: auto-generated\r\n\r\nHello';

it.each([true, false])('a message without an envelope is no mail, in an outbox or a spool: %s', async (isOutbox) => {
  const dir = await scratchFolder();
  await writeFile(join(dir, NAME), MESSAGE);
  await writeFile(join(dir, 'of-somebody-else.eml'), MESSAGE);
  const found = [];
  for await (const mail of checkMails(dir, isOutbox)) found.push(mail);
  const names = isOutbox ? [NAME] : [NAME, 'of-somebody-else.eml'];
  const problem = 'It does not begin with an envelope';
  expect(found).toEqual(names.map((name) => ({ path: join(dir, name), problem })));
});
