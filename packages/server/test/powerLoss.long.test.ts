import { smtpError, smtpServer } from '@algotheque/testing/mail';
import { describe, expect, it } from 'vitest';
import { noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { parseMail } from './support/outbox.ts';
import { deliver } from './support/powerLoss/deliver.ts';
import { eachLostState } from './support/powerLoss/eachLostState.ts';
import { isTaken, mailsBy } from './support/powerLoss/mailWorkload.ts';
import { EVERYTHING } from './support/powerLoss/workload.ts';
import { startServer } from './support/serverProcess.ts';
import { wrongFacts } from './support/storedState/facts.ts';
import { readFacts } from './support/storedState/readFacts.ts';
import { PASSWORDS } from './support/storedState/requests.ts';

/** Of so many states one is started as a process. */
const PROCESS_EVERY = 40;
const timeout = 7_200_000;
const reason = noFaults();
if (reason !== null) console.warn(`Power losses are not tested: ${reason}`);
it.runIf(reason !== null && process.env['CI'] !== undefined)('power losses can be tested in CI', () => {
  expect(reason).toBeNull();
});

describe.skipIf(reason !== null)('after a power loss at any moment', () => {
  it('a start finds everything that was answered, and leaves nothing over', { timeout }, () =>
    eachLostState({
      name: 'Power loss',
      recording: EVERYTHING,
      sample: 60,
      async look(dir, lost, count) {
        if (count % PROCESS_EVERY === 0) await (await startServer({ ALGOTHEQUE_DATA_DIR: dir })).stop();
        return wrongFacts(await readFacts(dir, { facts: lost.permitted.keys(), passwords: PASSWORDS }), lost.permitted);
      },
    }),
  );

  it('of a server with a mail server, every mail of an answered request that was not sent is sent', {
    timeout,
  }, async () => {
    const deferring = await smtpServer({
      onRcptTo: ({ address }, _session, done) => done(isTaken(address) ? null : smtpError(451, 'later')),
    });
    const taking = await smtpServer();
    await eachLostState({
      name: 'Power loss of mails',
      recording: mailsBy(deferring.port),
      sample: 20,
      async look(dir, lost) {
        taking.received.length = 0;
        const problems = await deliver(dir, taking.port);
        const sent = taking.received.map(({ raw }) => parseMail(raw)).map(({ to, kind }) => `mail ${to} ${kind}`);
        const isSent = (fact: string) => [fact, sent.includes(fact) ? 'waiting' : 'absent'] as const;
        return [...wrongFacts(new Map([...lost.permitted.keys()].map(isSent)), lost.permitted), ...problems];
      },
    });
    expect(deferring.received.length).toBeGreaterThan(0);
  });
});
