import { type AlgoRepository, type Algorithm, algoRow, type DamagedRecord, MAX_DATE_MS } from '@algotheque/domain';
import { ascending, equal, ok, present } from '../assert.ts';
import { leavesOut, rejectsDamaged } from '../damage.ts';
import type { Fixture, ImpossibleValue } from '../runner.ts';
import { contentRef, newGrant, newWaiting } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { insertAlgo } from './insertAlgo.ts';

const permsAlgorithme = [newGrant(2)];

const NEVER_WRITTEN: readonly (readonly [string, ImpossibleValue])[] = [
  ['nom', ''],
  ['nom', 'ab'],
  ['nom', 'x'.repeat(256)],
  ['nom', 'So\0rt'],
  ['dateCreation', -1],
  ['dateModification', MAX_DATE_MS + 1],
  ['permsAlgorithme', [newGrant(0)]],
  ['permsAlgorithme', [newGrant(1)]], // the owner
  ['version', 0],
  ['ref', ''],
  ['contentBytes', 0],
  ['waiting', [newWaiting('no address')]],
  ['waiting', [newWaiting('ada@example.org'), newWaiting('ada@example.org')]],
];

/** This many algorithms of user 1, which user 2 may read. */
async function inserted(port: AlgoRepository, count: number): Promise<Algorithm[]> {
  const algos: Algorithm[] = [];
  for (let number = 1; number <= count; number += 1) algos.push(await insertAlgo(port, number, { permsAlgorithme }));
  return algos;
}

export function addAlgoDamageTests(test: AddTest<Fixture<AlgoRepository>>): void {
  test('rejects for a damaged record, never as absent, and finds the others', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const [algo, other] = (await inserted(port, 2)).map((each) => present(each));
    const damage = await fixture.damage(present(algo).id);
    await rejectsDamaged(() => port.findById(present(algo).id), damage, 'findById');
    await rejectsDamaged(() => port.findByRef(present(algo).ref), damage, 'findByRef');
    equal(await port.findById(present(other).id), other);
  });

  test('rejects for a value that was never written, and lists the others', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const algos = await inserted(port, NEVER_WRITTEN.length + 1);
    const rows = algos.slice(-1);
    for (const [index, [field, value]] of NEVER_WRITTEN.entries()) {
      const { id } = present(algos[index]);
      const damage = await fixture.damage(id, field, value);
      await rejectsDamaged(() => port.findById(id), damage, `${field} ${JSON.stringify(value)}`);
    }
    const told: DamagedRecord[] = [];
    const onDamaged = (damage: DamagedRecord) => void told.push(damage);
    equal(await port.listAll({ after: 0, limit: 100 }, onDamaged), rows);
    equal(told.length, NEVER_WRITTEN.length, 'how many listAll told of');
    told.length = 0;
    const page = await port.listAccessible({ by: 1, seenBy: 1, limit: 100, maxBytes: 99_999 }, onDamaged);
    const isShown = (index: number) => /^(?:nom|date|perms|version)/.test(NEVER_WRITTEN[index]?.[0] ?? '');
    const shown = algos.filter((_, index) => isShown(index)).map(({ id }) => id);
    const listed = new Set(page.algos.map(({ id }) => id));
    const toldOf = new Set(told.map(({ id }) => Number(id)));
    equal(
      shown.filter((id) => listed.has(id) || !toldOf.has(id)),
      [],
      'listed, or not told of',
    );
    ok(listed.has(present(rows[0]).id), 'the intact one is not listed');
  });

  test('changes nothing of a record whose version cannot be raised', { needs: 'damage' }, async (fixture) => {
    const { port } = fixture;
    const [algo] = await inserted(port, 1);
    const { id, ref } = present(algo);
    const damage = await fixture.damage(id, 'version', Number.MAX_SAFE_INTEGER);
    const commit = (of: number) => port.compareAndSet(of, Number.MAX_SAFE_INTEGER, { ref: contentRef(2) });
    for (let turn = 0; turn < 2; turn += 1) await rejectsDamaged(() => commit(id), damage, 'compareAndSet');
    equal(await port.refOf(id), ref, 'the reference');
    equal(await commit(id + 1), null, 'of an absent record');
    equal(await port.delete(id, Number.MAX_SAFE_INTEGER), true, 'the version has changed');
  });

  for (const field of [undefined, 'permsAlgorithme']) {
    const what = field === undefined ? 'record' : 'right';
    for (const user of [1, 2]) {
      test(`leaves a damaged ${what} out of what user ${user} can access`, { needs: 'damage' }, async (fixture) => {
        const algos = await inserted(fixture.port, 3);
        const damage = await fixture.damage(present(algos[1]).id, field);
        const kept = algos.filter((algo) => algo !== algos[1]);
        const rows = kept.map((algo) => algoRow(algo, user === 1 ? 'Owner' : 'Read'));
        const query = { by: user, seenBy: user, limit: 9, maxBytes: 9_999 };
        await leavesOut(async (onDamaged) => (await fixture.port.listAccessible(query, onDamaged)).algos, {
          rows,
          damaged: damage,
        });
      });
    }
  }

  test('continues after damaged records from page to page, and reports each once', {
    needs: 'damage',
  }, async (fixture) => {
    const { port } = fixture;
    const algos = await inserted(port, 8);
    const isDamaged = (index: number): boolean => [0, 2, 3, 4, 7].includes(index);
    for (const [index, { id }] of algos.entries()) {
      if (isDamaged(index)) await fixture.damage(id);
    }
    const [seen, reported]: [number[], DamagedRecord[]] = [[], []];
    let after: number | null = 0;
    for (let pages = 0; after !== null; pages += 1) {
      ok(pages <= algos.length, 'the pages have no end');
      const query = { by: 1, seenBy: 1, limit: 2, maxBytes: 9_999, after };
      const page = await port.listAccessible(query, (damage) => reported.push(damage));
      seen.push(...page.algos.map(({ id }) => id));
      after = page.next;
    }
    const ids = (of: (index: number) => boolean) => algos.filter((_, index) => of(index)).map(({ id }) => id);
    equal(
      seen,
      ids((index) => !isDamaged(index)),
      'listed',
    );
    equal(
      reported.map(({ id }) => Number(id)),
      ids(isDamaged),
      'told of',
    );
  });

  test('names damaged records among the ids of an owner', { needs: 'damage' }, async ({ port, damage }) => {
    const ids = (await inserted(port, 3)).map(({ id }) => id);
    await damage(present(ids[0]));
    await damage(present(ids[1]), 'permsAlgorithme');
    equal(ascending(await port.idsWhere({ userId: 1, side: 'owned', where: { all: true }, limit: 9 })), ids);
  });

  test('omits a damaged record from the records of all owners, and lists as many others', {
    needs: 'damage',
  }, async (fixture) => {
    const algos = await inserted(fixture.port, 4);
    const damage = await fixture.damage(present(algos[1]).id);
    const rows = [present(algos[0]), present(algos[2])];
    await leavesOut((onDamaged) => fixture.port.listAll({ after: 0, limit: 2 }, onDamaged), { rows, damaged: damage });
  });

  test('deletes a damaged record of any version, and gives its reference first', {
    needs: 'damage',
  }, async ({ port, damage }) => {
    const [algo, other] = (await inserted(port, 2)).map((each) => present(each));
    const { id, ref } = present(algo);
    equal(await port.refOf(id), ref, 'refOf');
    await damage(id);
    equal(await port.refOf(id), ref, 'refOf of a damaged record');
    equal([await port.delete(id, null), await port.delete(id, null)], [true, false], 'delete');
    equal([await port.findById(id), await port.refOf(id)], [null, null], 'what is left');
    equal(await port.findById(present(other).id), other);
  });
}
