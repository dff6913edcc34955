import { changedEntry, type MailEntry, type MailQueue } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { addHealthTests } from '../capabilities.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newMail, ODD_PSEUDOS } from '../samples.ts';
import { type AddTest, contract } from '../suite.ts';

const claims = {
  userId: 1,
  purpose: 'invitation',
  version: 2,
  dateExpiration: NOW,
  adresseMail: 'é@example.org',
} as const;
const EVERYTHING = { by: NOW + 1_000, ahead: Number.MAX_SAFE_INTEGER, limit: 100 };
const all = (port: MailQueue): Promise<readonly MailEntry[]> => port.list({ after: '', limit: 1_000 });

/** What every MailQueue promises. */
export const mailQueueContract = contract<Fixture<MailQueue>>('MailQueue', (test) => {
  addListTests(test);
  addChangeTests(test);
  addHealthTests(test, (port) => ({
    add: () => port.add(newMail(1)),
    listDue: () => port.listDue({ by: 1, ahead: 1, limit: 1 }),
    list: () => port.list({ after: '', limit: 1 }),
    nextDue: () => port.nextDue(1),
    replace: () => port.replace(newMail(1)),
    remove: () => port.remove(newMail(1)),
    waiting: () => port.waiting(),
  }));
});

function addListTests(test: AddTest<Fixture<MailQueue>>): void {
  test('keeps every part of an entry, with any text', async ({ port }) => {
    const recipient = { id: 7, adresseMail: 'ada@example.org', pseudo: 'Ada', locale: 'fr' } as const;
    const invitation = {
      kind: 'share_invitation',
      claims,
      sharer: 'é',
      sharerMail: 'x',
      isSharerConfirmed: false,
      algo: '∑',
    } as const;
    const kept = [
      newMail(1, {
        version: 3,
        date: 0,
        dueAt: null,
        rank: 2,
        entry: { recipient, tries: 4, isSlow: true, answer: '550 no\nnever' },
      }),
      newMail(2, { entry: { isTaken: true, mail: invitation } }),
      newMail(3, { rank: 0, entry: { mail: null } }),
      ...ODD_PSEUDOS.map((pseudo, index) => newMail(10 + index, { entry: { recipient: { ...recipient, pseudo } } })),
    ];
    for (const entry of kept.toReversed()) await port.add(entry);
    equal(await all(port), kept);
  });

  test('lists what is due, by rank and then by date, and what a clock that was ahead has written', async ({ port }) => {
    const dates = { 5: 30, 6: 0, 7: 31, 8: 8.64e15 };
    for (const [number, dueAt] of Object.entries(dates)) await port.add(newMail(Number(number), { dueAt }));
    await port.add(newMail(2, { dueAt: 1, rank: 2 }));
    await port.add(newMail(3, { dueAt: 9, rank: 0, entry: { mail: null } }));
    await port.add(newMail(4, { dueAt: null }));
    const listed = async (by: number, limit: number, ahead = Number.MAX_SAFE_INTEGER) =>
      (await port.listDue({ by, ahead, limit })).map(({ name }) => Number.parseInt(name.slice(-16), 16));
    equal(await listed(30, 10), [3, 6, 5, 2], 'at the date, not after it');
    equal(await listed(30, 2), [3, 6], 'at most two');
    equal(await listed(30, 0), [], 'at most none');
    equal(await listed(0, 10, 31), [6, 8], 'after, not at');
    equal(await port.nextDue(30), 31);
    equal(await port.nextDue(8.64e15), null);
  });

  test('lists pages by name', async ({ port }) => {
    for (const number of [3, 1, 2]) await port.add(newMail(number));
    const page = await port.list({ after: '', limit: 2 });
    equal(page, [newMail(1), newMail(2)]);
    equal(await port.list({ after: newMail(2).name, limit: 2 }), [newMail(3)]);
    equal(await port.list({ after: '', limit: 0 }), []);
  });

  test('counts what is to be sent and what was given up, and says since when', async ({ port }) => {
    equal(await port.waiting(), { count: 0, givenUp: 0, oldest: null });
    await port.add(newMail(1, { date: 5, rank: 0, entry: { mail: null } }));
    await port.add(newMail(2, { date: 6, dueAt: null }));
    equal(await port.waiting(), { count: 0, givenUp: 1, oldest: null });
    await port.add(newMail(3, { date: 9 }));
    await port.add(newMail(4, { date: 7, rank: 2, entry: { isTaken: true } }));
    equal(await port.waiting(), { count: 2, givenUp: 1, oldest: 7 });
  });

  test('omits a damaged entry, and lists as many others', { needs: 'damage' }, async ({ port, damage }) => {
    for (const number of [1, 2, 3]) await port.add(newMail(number));
    const damaged = await damage(newMail(1).name);
    const rows = [newMail(2), newMail(3)];
    await leavesOut((onDamaged) => port.listDue({ ...EVERYTHING, limit: 2 }, onDamaged), { rows, damaged });
    await leavesOut((onDamaged) => port.list({ after: '', limit: 2 }, onDamaged), { rows, damaged });
  });
}

function addChangeTests(test: AddTest<Fixture<MailQueue>>): void {
  test('adds an entry once', async ({ port }) => {
    await port.add(newMail(1));
    await port.add(newMail(1, { dueAt: 5 }));
    equal(await all(port), [newMail(1)]);
  });

  test('replaces and removes only the version that it is told', async ({ port }) => {
    const first = newMail(1);
    await port.add(first);
    await port.add(newMail(2));
    const second = changedEntry(first, {
      dueAt: null,
      rank: 2,
      date: 4,
      entry: { tries: 1, answer: 'no', isSlow: true },
    });
    equal(await port.replace({ ...second, version: 3 }), false, 'a later version');
    equal(await port.replace(first), false, 'the same version');
    equal(await port.replace(second), true);
    equal(await port.replace(second), false, 'once');
    equal(await port.remove(first), false, 'a former version');
    equal(await all(port), [second, newMail(2)]);
    equal(await port.remove(second), true);
    equal(await port.remove(second), false);
    equal(await port.replace(changedEntry(second, {})), false, 'absent');
    equal(await all(port), [newMail(2)]);
  });

  test('gives an entry to one of several that take it at once', { uses: 'another' }, async ({ port, another }) => {
    const other = (await another?.()) ?? port;
    await port.add(newMail(1));
    const taken = changedEntry(newMail(1), { dueAt: NOW + 60_000, entry: { isTaken: true } });
    const results = await Promise.all([port, other, port, other].map((each) => each.replace(taken)));
    equal(results.filter((isTaken) => isTaken).length, 1);
    equal(await port.listDue(EVERYTHING), [], 'it is not due for others');
    equal(
      (await all(other)).map(({ entry }) => entry.isTaken),
      [true],
    );
  });

  test('keeps entries over a restart', { needs: 'reopen' }, async (fixture) => {
    await fixture.port.add(newMail(1));
    await fixture.port.add(newMail(2));
    await fixture.port.remove(present((await all(fixture.port))[0]));
    equal(await all(await fixture.reopen()), [newMail(2)]);
  });
}
