import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smtpError, smtpServer } from '@algotheque/testing/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { parseMail } from './support/outbox.ts';
import { deliver } from './support/powerLoss/deliver.ts';
import { lostStates, shareFor, wrongFacts } from './support/powerLoss/lostStates.ts';
import { isTaken, mailsBy } from './support/powerLoss/mailWorkload.ts';
import { recordServer } from './support/powerLoss/recordServer.ts';
import { roomyFolder } from './support/powerLoss/roomyFolder.ts';
import { writeState } from './support/powerLoss/writeState.ts';
import { testRuns } from './support/testRuns.ts';

const SAMPLE = 20;
const RESERVE_BYTES = 8 * 1_024 * 1_024;
const reason = noFaults();
if (reason !== null) console.warn(`Power losses are not tested with a mail server: ${reason}`);

describe.skipIf(reason !== null)('after a power loss at any moment of a server with a mail server', () => {
  let folder = '';
  beforeAll(() => {
    folder = roomyFolder();
    writeFileSync(join(folder, 'reserve'), new Uint8Array(RESERVE_BYTES).fill(1));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('every mail of an answered request that was not sent is sent', { timeout: 7_200_000 }, async () => {
    const deferring = await smtpServer({
      onRcptTo: ({ address }, _session, done) => done(isTaken(address) ? null : smtpError(451, 'later')),
    });
    const server = await recordServer(folder, mailsBy(deferring.port));
    const taking = await smtpServer();
    const wanted = testRuns() ?? SAMPLE;
    const wrong: string[] = [];
    let count = 0;
    for (const lost of lostStates(server, shareFor(server, wanted))) {
      count += 1;
      const dir = join(folder, `state-${count}`);
      writeState(lost.state, dir, join(folder, 'reserve'));
      taking.received.length = 0;
      const problems = await deliver(dir, taking.port).catch((problem: unknown) => [String(problem)]);
      const sent = taking.received.map(({ raw }) => parseMail(raw)).map(({ to, kind }) => `mail ${to} ${kind}`);
      const facts = new Map(
        [...lost.permitted.keys()].map((fact) => [fact, sent.includes(fact) ? 'waiting' : 'absent']),
      );
      wrong.push(...[...wrongFacts(facts, lost), ...problems].map((text) => `${lost.what}: ${text}`));
      rmSync(dir, { recursive: true });
    }
    if (testRuns() !== null)
      console.info(`Power loss of mails: ${count} states of ${server.recorded.length} recorded changes`);
    expect(deferring.received.length).toBeGreaterThan(0);
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(count).toBeGreaterThan(wanted / 2);
  });
});
