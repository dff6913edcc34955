import { changedEntry } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { unusedPort } from '../../../test/support/unusedPort.ts';
import { queuedMailer } from '../src/index.ts';
import { FORM, NOW, recipient } from './scratch.ts';
import { scratchQueue } from './scratchQueue.ts';
import { silentServer, smtpError, smtpServer } from './smtpServers.ts';

const EMPTY = { waiting: [], sending: [], failed: [] };
const claims = { userId: 1, purpose: 'recover', version: 1, dateExpiration: NOW + 1_000 } as const;

describe('a mail that waits', () => {
  it('has no token, and its link has one when it is sent, also when the token has ended', async () => {
    const server = await smtpServer();
    const { mailer, mailTokens, entries, open, clock } = scratchQueue();
    const token = await mailTokens.make(claims);
    await mailer.send(recipient(), { kind: 'recover', token });
    expect(JSON.stringify(await entries())).not.toContain(token.slice(-20));
    clock.advance(5_000);
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect((server.received[0]?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(token);
  });

  it('is refused with a token of another service, and stores nothing', async () => {
    const { mailer, entries } = scratchQueue();
    const token = await scratchQueue().mailTokens.make(claims);
    await expect(mailer.send(recipient(), { kind: 'recover', token })).rejects.toThrow(TypeError);
    expect(await entries()).toEqual([]);
  });

  it('is asked for again when the store has not taken it', async () => {
    const { mails, mailTokens, clock } = scratchQueue();
    const full = { ...mails, add: () => Promise.reject(new Error('full')) };
    const mailer = queuedMailer({ mails: full, mailTokens, clock, from: FORM.from });
    await expect(mailer.send(recipient(), { kind: 'password_changed' })).rejects.toThrow('full');
    await expect(mailer.sendDecoy('recover')).rejects.toThrow('full');
  });

  it('takes the work of a decoy, which is removed and not sent, also while the mail server cannot be reached', async () => {
    const { mailer, mails, entries, open, queueFor } = scratchQueue();
    await queueFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${await unusedPort()}`);
    await drain.runOnce();
    await mailer.sendDecoy('recover');
    expect([(await entries()).length, (await mails.waiting()).count]).toEqual([2, 1]);
    await drain.runOnce();
    expect((await entries()).length).toBe(1);
  });

  it('invites nobody at the address of the sender', async () => {
    const { mailer, mailTokens, mails } = scratchQueue();
    const token = await mailTokens.make({ ...claims, purpose: 'invitation', adresseMail: 'Algotheque@example.org' });
    const invitation = { sharer: 'Grace', sharerMail: 'grace@example.org', isSharerConfirmed: true, algo: 'Euclid' };
    const mail = { kind: 'share_invitation', token, ...invitation } as const;
    await mailer.send(recipient({ adresseMail: 'Algotheque@example.org' }), mail);
    expect((await mails.waiting()).count).toBe(0);
    await mailer.send(recipient(), mail);
    expect((await mails.waiting()).count).toBe(1);
  });
});

it('mails that wait are all sent, also when more are due than a look takes', async () => {
  const server = await smtpServer();
  const { open, queueFor, mailer, entries } = scratchQueue();
  const addresses = Array.from({ length: 150 }, (_, number) => `user${number}@example.org`);
  for (let count = 0; count < 120; count += 1) await mailer.sendDecoy('recover');
  await queueFor(...addresses);
  await open(`smtp://127.0.0.1:${server.port}`).runOnce();
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(addresses.toSorted());
  expect(await entries()).toEqual([]);
});

describe('a mail that is being sent', () => {
  it('belongs to its worker, as long as that works, and then to the next', async () => {
    const silent = await silentServer();
    const server = await smtpServer();
    const { open, queueFor, clock, places, entries, mails } = scratchQueue();
    await queueFor('ada@example.org');
    const hanging = open(`smtp://127.0.0.1:${silent.port}`);
    const hung = hanging.runOnce();
    await silent.reached;
    const other = open(`smtp://127.0.0.1:${server.port}`);
    for (let times = 0; times < 5; times += 1) {
      clock.advance(20_000); // the worker prolongs its time
      await new Promise((resolve) => setImmediate(resolve));
      await other.runOnce();
    }
    expect([server.received.length, (await places()).sending.length]).toEqual([0, 1]);
    const [taken] = await entries();
    if (taken !== undefined) await mails.replace(changedEntry(taken, {})); // as if another server had taken it
    clock.advance(20_000);
    await hung; // it notices that the mail is not its own any more
    clock.advance(60_000);
    await other.runOnce();
    expect(server.received).toHaveLength(1);
    expect(await places()).toEqual(EMPTY);
  });

  it.each([
    ['alone', true, 0],
    ['one of several', false, 60_000],
  ] as const)('by a process that was killed is sent by the next one, if that is %s', async (_, isAlone, waits) => {
    const server = await smtpServer();
    const { open, queueFor, clock, places, entries, mails } = scratchQueue();
    await queueFor('ada@example.org');
    const [found] = await entries();
    if (found !== undefined)
      await mails.replace(changedEntry(found, { dueAt: clock.now() + 60_000, entry: { isTaken: true, tries: 2 } }));
    expect((await places()).sending).toHaveLength(1);
    const drain = open(`smtp://127.0.0.1:${server.port}`, { isAlone });
    if (waits > 0) expect(await drain.runOnce()).toBe(waits);
    clock.advance(waits);
    await drain.runOnce();
    expect([server.received.length, await places()]).toEqual([1, EMPTY]);
  });

  it('is sent by one of two workers', async () => {
    const server = await smtpServer();
    const { open, queueFor } = scratchQueue();
    await queueFor(...Array.from({ length: 20 }, (_, number) => `user${number}@example.org`));
    const url = `smtp://127.0.0.1:${server.port}`;
    await Promise.all([open(url).runOnce(), open(url).runOnce()]);
    expect(server.received).toHaveLength(20);
  });
});

it('mails of which a killed process was sending many are all freed', async () => {
  const server = await smtpServer();
  const { open, queueFor, clock, entries, mails } = scratchQueue();
  await queueFor(...Array.from({ length: 130 }, (_, number) => `user${number}@example.org`));
  for (const found of await entries())
    await mails.replace(changedEntry(found, { dueAt: clock.now() + 60_000, entry: { isTaken: true } }));
  await open(`smtp://127.0.0.1:${server.port}`, { isAlone: true }).runOnce();
  expect(server.received).toHaveLength(130);
});

it('a next try that a wrong clock has set counts as past', async () => {
  const server = await smtpServer();
  const { open, queueFor, entries, mails } = scratchQueue();
  await queueFor('ada@example.org');
  const [found] = await entries();
  if (found !== undefined)
    await mails.replace(changedEntry(found, { dueAt: Date.UTC(2099, 1), rank: 2, entry: { tries: 1 } }));
  await open(`smtp://127.0.0.1:${server.port}`).runOnce();
  expect(server.received).toHaveLength(1);
});

it('an entry of which no mail can be made is given up, and the others are sent', async () => {
  const server = await smtpServer();
  const { open, queueFor, entries, mails, problems, reason } = scratchQueue();
  await queueFor('ada@example.org', 'bob@example.org');
  const [found] = await entries();
  if (found !== undefined)
    await mails.replace(
      changedEntry(found, { entry: { recipient: { ...found.entry.recipient, adresseMail: 'ada\n' } } }),
    );
  await open(`smtp://127.0.0.1:${server.port}`).runOnce();
  expect(server.received.map(({ to }) => to)).toEqual([['bob@example.org']]);
  expect(await reason()).toContain('The recipient is not an e-mail address');
  expect(problems).toEqual([expect.stringContaining('given up')]);
});

it('a store that fails is reported, and tried again after a minute', async () => {
  const server = await smtpServer();
  const scratch = scratchQueue();
  const { open, queueFor, problems, clock, mails, entries } = scratch;
  await queueFor('ada@example.org');
  const { replace } = mails;
  Object.assign(mails, { replace: () => Promise.reject(new Error('no store')) });
  const drain = open(`smtp://127.0.0.1:${server.port}`);
  expect(await drain.runOnce()).toBe(60_000);
  expect([problems, (await entries()).length]).toEqual([['Error: no store'], 1]);
  Object.assign(mails, { replace });
  clock.advance(60_000);
  await drain.runOnce();
  expect(server.received).toHaveLength(1);
});

it('the end of every try is reported: sent, deferred, or failed for good', async () => {
  const answers = new Map([
    ['ada@example.org', [null]],
    ['bob@example.org', [smtpError(451, 'later'), null]],
    ['cem@example.org', [smtpError(550, 'never')]],
  ]);
  const server = await smtpServer({ onRcptTo: ({ address }, _, done) => done(answers.get(address)?.shift()) });
  const { open, queueFor, clock, deliveries } = scratchQueue();
  await queueFor('ada@example.org', 'bob@example.org', 'cem@example.org');
  const drain = open(`smtp://127.0.0.1:${server.port}`);
  await drain.runOnce();
  expect(deliveries.toSorted()).toEqual(['deferred', 'failed', 'sent']);
  clock.advance(60_000);
  await drain.runOnce();
  expect(deliveries.toSorted()).toEqual(['deferred', 'failed', 'sent', 'sent']);
});
