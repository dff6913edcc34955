import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextLine, startChild } from '../../../test/support/childProcess.ts';
import { readStoredMail } from '../src/storedMail.ts';
import { mailsIn, scratchSpool } from './scratch.ts';
import { scratchDrain } from './scratchDrain.ts';
import { acceptingAnswer, scriptedServer, smtpServer } from './smtpServers.ts';

const SPOOL_FOREVER = new URL('./children/spoolForever.ts', import.meta.url);
const DRAIN = new URL('./children/drain.ts', import.meta.url);

describe('a process that was killed', () => {
  it('during writes keeps every mail that it acknowledged, and no partial mail', async () => {
    const { dir } = await scratchSpool();
    const child = startChild(SPOOL_FOREVER, dir);
    const acknowledged: string[] = [];
    while (acknowledged.length < 20) acknowledged.push(basename(await nextLine(child)));
    await child.kill();
    const names = await mailsIn(dir);
    expect(names).toEqual(expect.arrayContaining(acknowledged));
    for (const name of names) {
      expect(readStoredMail(await readFile(`${dir}/${name}`)).envelope.to).toMatch(/^user\d+@example\.org$/);
    }
  });

  it('during deliveries loses no mail', async () => {
    const { open, spoolFor, places, dir } = await scratchDrain();
    const addresses = Array.from({ length: 10 }, (_, number) => `user${number}@example.org`);
    await spoolFor(...addresses);
    const accepting = acceptingAnswer();
    const reached = Promise.withResolvers<void>();
    const silent = await scriptedServer((line, socket) => {
      if (line !== '.') return accepting(line, socket);
      reached.resolve();
      return null;
    });
    const child = startChild(DRAIN, dir, `smtp://127.0.0.1:${silent.port}`);
    await reached.promise;
    await child.kill();
    expect((await places()).sending.length).toBeGreaterThan(0);

    const server = await smtpServer();
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(addresses);
    expect(await places()).toEqual({ waiting: [], sending: [], failed: [] });
  });
});
