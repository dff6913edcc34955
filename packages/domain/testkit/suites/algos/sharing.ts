import { type AlgoRepository, type Algorithm, mailboxOf } from '@algotheque/domain';
import { equal, present } from '../assert.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { BEYOND_32_BITS, NOW, newGrant, newWaiting } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';

const ADA = 'ada@example.org';
const ofAda = (after = 0, limit = 100) => ({ mailbox: ADA, after, limit });
const EVERYTHING = { endsBefore: 8.64e15, after: 0, limit: 100 };
const idsOf = (algos: readonly Algorithm[]): number[] => algos.map(({ id }) => id).sort((one, other) => one - other);

/** The dates of grants, and the shares that wait for addresses. */
export function addSharingTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('keeps the dates of grants and what waits exactly', { needs: 'reopen' }, async ({ port, reopen }) => {
    const permsAlgorithme = [
      { idUtilisateur: 3, droits: 'ReadWrite' as const, date: 0 },
      { idUtilisateur: 4, droits: 'Read' as const, date: NOW + BEYOND_32_BITS, isMailDue: true as const },
    ];
    const waiting = [
      newWaiting('Caf\u00e9+"\'\\@example.org', { droits: 'ReadWrite', locale: 'fr', isMailDue: true }),
      newWaiting(ADA, { date: 0, dateExpiration: 8.64e15 }),
    ];
    const first = await insertAlgo(port, 1, { permsAlgorithme, waiting });
    equal([first.permsAlgorithme, first.waiting], [permsAlgorithme, waiting], 'inserted');
    const { id } = await insertAlgo(port, 2);
    const second = present(await port.compareAndSet(id, 1, { permsAlgorithme, waiting }));
    equal([second.permsAlgorithme, second.waiting], [permsAlgorithme, waiting], 'committed');
    const renamed = present(await port.compareAndSet(id, 2, { nom: 'Other name' }));
    equal([renamed.permsAlgorithme, renamed.waiting], [permsAlgorithme, waiting], 'after another commit');
    const told = present(await port.compareAndSet(id, 3, { waiting: waiting.slice(1) }));
    equal([told.permsAlgorithme, told.waiting], [permsAlgorithme, waiting.slice(1)], 'one ended');
    const reopened = await reopen();
    equal([await reopened.findById(first.id), await reopened.findById(id)], [first, told], 'after a restart');
  });

  test('shows neither dates nor what waits in lists', async ({ port }) => {
    const permsAlgorithme = [{ ...newGrant(2), isMailDue: true as const }];
    await insertAlgo(port, 1, { permsAlgorithme, waiting: [newWaiting(ADA)] });
    const { algos } = await port.listAccessible({ by: 1, seenBy: 1, limit: 9, maxBytes: 9_999 });
    equal(algos[0]?.permsAlgorithme, [{ idUtilisateur: 2, droits: 'Read' }]);
    equal(algos[0] !== undefined && 'waiting' in algos[0], false, 'what waits');
  });

  test('finds what waits for a mailbox, and nothing else, page by page', async ({ port }) => {
    const [one, two, three] = [
      await insertAlgo(port, 1, { waiting: [newWaiting('Ada@Example.ORG'), newWaiting('bea@example.org')] }),
      await insertAlgo(port, 2, { waiting: [newWaiting(ADA), newWaiting('ADA@example.org')] }),
      await insertAlgo(port, 3, { waiting: [newWaiting(ADA)] }),
    ];
    await insertAlgo(port, 4, { waiting: [newWaiting('bea@example.org'), newWaiting('ada@example.or')] });
    await insertAlgo(port, 5, { permsAlgorithme: [newGrant(2)] });
    equal(await port.listWaiting(ofAda()), [one, two, three], 'all');
    equal(await port.listWaiting(ofAda(0, 2)), [one, two], 'the first page');
    equal(await port.listWaiting(ofAda(two.id, 2)), [three], 'the second page');
    await port.compareAndSet(one.id, 1, { waiting: [] });
    await port.compareAndSet(two.id, 1, { waiting: [newWaiting('bea@example.org')] });
    await port.delete(three.id, null);
    equal(await port.listWaiting(ofAda()), [], 'ended, replaced and deleted');
    equal((await port.listWaiting({ ...ofAda(), mailbox: 'bea@example.org' })).length, 2, 'of another mailbox');
    equal(await port.listWaiting({ ...ofAda(), mailbox: '\ud800@example.org' }), [], 'of a text that is no address');
    const odd = 'Stra\u00dfe\u0130@example.org';
    const { id } = await insertAlgo(port, 6, { waiting: [newWaiting(odd)] });
    equal(idsOf(await port.listWaiting({ ...ofAda(), mailbox: mailboxOf(odd) })), [id], 'an odd address');
  });

  test('lists records whose shares have something due', async ({ port }) => {
    const grant = newGrant(2);
    const told = await insertAlgo(port, 1, { permsAlgorithme: [grant] });
    const mail = await insertAlgo(port, 2, { permsAlgorithme: [{ ...grant, isMailDue: true }] });
    const late = { date: NOW + 99, dateExpiration: NOW + 199, isMailDue: true };
    const invitation = await insertAlgo(port, 3, { waiting: [newWaiting(ADA, late)] });
    const waiting = await insertAlgo(port, 4, { waiting: [newWaiting(ADA, { dateExpiration: NOW + 50 })] });
    const both = await insertAlgo(port, 5, {
      permsAlgorithme: [{ ...grant, isMailDue: true }],
      waiting: [newWaiting(ADA, { dateExpiration: NOW + 90 })],
    });
    const list = async (query: { endsBefore: number; endsAfter?: number; after?: number; limit?: number }) =>
      (await port.listSharesDue({ after: 0, limit: 9, ...query })).map(({ id }) => id);
    const due = (endsBefore: number, endsAfter?: number) =>
      list({ endsBefore, ...(endsAfter !== undefined && { endsAfter }) });
    equal(await due(1), [mail.id, invitation.id, both.id], 'mails, whenever they became due');
    equal(await due(NOW + 50), [mail.id, invitation.id, both.id], 'before the end, not at it');
    equal(await due(NOW + 51), [mail.id, invitation.id, waiting.id, both.id], 'a share that has ended');
    await port.compareAndSet(mail.id, 1, { permsAlgorithme: [grant] });
    await port.compareAndSet(invitation.id, 1, { waiting: [newWaiting(ADA, { ...late, isMailDue: false })] });
    equal(await due(NOW, NOW + 199), [both.id], 'the mails are sent, and nothing ends after');
    equal(await due(NOW, NOW + 198), [invitation.id, both.id], 'what ends late');
    equal(await list({ endsBefore: NOW + 200, limit: 2 }), [invitation.id, waiting.id], 'the first page');
    equal(await list({ endsBefore: NOW + 200, after: waiting.id, limit: 2 }), [both.id], 'the second page');
    equal(await port.findById(told.id), told, 'unchanged');
    await port.compareAndSet(both.id, 1, { permsAlgorithme: [] });
    await port.delete(waiting.id, null);
    equal(await due(NOW + 90), [], 'withdrawn and deleted');
    equal(await due(NOW + 91), [both.id], 'what is left');
  });

  test('lists what waits and what is due without a damaged record', { needs: 'damage' }, async ({ port, damage }) => {
    const waiting = [newWaiting(ADA, { isMailDue: true })];
    const [first, second] = [await insertAlgo(port, 1, { waiting }), await insertAlgo(port, 2, { waiting })];
    const damaged = await damage(first.id);
    const rows = [second];
    await leavesOut((onDamaged) => port.listWaiting(ofAda(0, 1), onDamaged), { rows, damaged });
    await leavesOut((onDamaged) => port.listSharesDue({ ...EVERYTHING, limit: 1 }, onDamaged), { rows, damaged });
  });
}
