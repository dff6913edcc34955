import { describe, expect, it } from 'vitest';
import { changedEntry, createAdministration, type MailEntry } from '../../src/index.ts';
import { memoryPorts } from '../../testkit/memory/index.ts';
import { newMail as newEntry } from '../../testkit/suites/samples.ts';

/** All have the same date: the order is that of their names. */
const newMail = (number: number, fields: Parameters<typeof newEntry>[1] = {}): MailEntry =>
  newEntry(number, { date: 1, dueAt: 1, ...fields });

const INVITED = { id: 0, adresseMail: 'eve@example.org', pseudo: 'eve@example.org', locale: 'en' } as const;

function scene() {
  const ports = memoryPorts();
  return { ports, administration: createAdministration(ports) };
}

describe('the mails that wait', () => {
  it('are listed in pages of 100, without decoys; damaged ones are named', async () => {
    const { ports, administration } = scene();
    for (let number = 0; number < 150; number += 1) await ports.mails.add(newMail(number));
    await ports.mails.add(newMail(150, { entry: { mail: null } }));
    await ports.mails.add({ ...newMail(151), version: 0 });
    const first = await administration.listMails({});
    expect([first.mails.length, first.next]).toEqual([100, newMail(99).name]);
    const second = await administration.listMails({ after: first.next ?? '' });
    expect([second.mails.length, second.next, second.damaged]).toEqual([50, null, [newMail(151).name]]);
    const shown = {
      place: 'waiting',
      to: 'user0@example.org',
      kind: 'password_changed',
      date: 1,
      tries: 0,
      nextTry: 1,
      answer: null,
    };
    expect(first.mails[0]).toEqual({ name: newMail(0).name, ...shown });
  });

  it('are changed by name: one that waits becomes due, one that was given up waits anew, one that is being sent stays', async () => {
    const { ports, administration } = scene();
    const now = ports.clock.now();
    const tried = { tries: 3, answer: '550' };
    await ports.mails.add(newMail(1, { dueAt: now + 9_000, rank: 2, entry: tried }));
    await ports.mails.add(newMail(2, { dueAt: null, rank: 2, entry: { ...tried, recipient: INVITED } }));
    const sending = newMail(3, { dueAt: now + 9_000, entry: { ...tried, isTaken: true } });
    await ports.mails.add(sending);
    const of = (number: number) => newMail(number).name;
    const { events } = ports.audit;
    const changes = [1, 2, 3, 4].map((number) => administration.retryMail(of(number)));
    expect(await Promise.all(changes)).toEqual(['done', 'done', 'sending', 'absent']);
    const found = await ports.mails.list({ after: '', limit: 9 });
    expect(found).toEqual([
      changedEntry(newMail(1, { rank: 2, entry: tried }), { dueAt: now }),
      changedEntry(newMail(2, { entry: { ...tried, recipient: INVITED } }), {
        date: now,
        dueAt: now,
        entry: { tries: 0 },
      }),
      sending,
    ]);
    expect(await Promise.all([1, 3].map((number) => administration.dropMail(of(number))))).toEqual(['done', 'sending']);
    ports.clock.advance(9_000); // the server that was sending it has ended
    expect(await administration.dropMail(of(3))).toBe('done');
    expect((await ports.mails.list({ after: '', limit: 9 })).map(({ name }) => name)).toEqual([of(2)]);
    expect(events.map(({ action, actorId, targetId }) => [action, actorId, targetId])).toEqual([
      ['mail.retried', null, 1],
      ['mail.retried', null, null],
      ['mail.dropped', null, 1],
      ['mail.dropped', null, 1],
    ]);
  });
});
