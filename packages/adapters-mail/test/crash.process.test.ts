import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { nextLine, startChild } from '../../../test/support/childProcess.ts';
import { mailsIn, scratchOutbox } from './scratch.ts';

const WRITE_FOREVER = new URL('./children/writeForever.ts', import.meta.url);

it('a process that was killed during writes keeps every mail that it acknowledged, and no partial mail', async () => {
  const { dir } = await scratchOutbox();
  const child = startChild(WRITE_FOREVER, dir);
  const acknowledged: string[] = [];
  while (acknowledged.length < 20) acknowledged.push(basename(await nextLine(child)));
  await child.kill();
  const names = await mailsIn(dir);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
  for (const name of names) {
    const mail = await readFile(`${dir}/${name}`, 'latin1');
    expect(mail).toMatch(/^To: User \d+ <user\d+@example\.org>\r\n/);
    expect(mail).toMatch(/\r\n--=_[^\r]+--\r\n$/);
  }
});
