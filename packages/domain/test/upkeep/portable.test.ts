import { expect, it } from 'vitest';
import { endableView, rowsAtOnce, type StoreView } from '../../src/upkeep/portableStore.ts';

it('a copy holds fewer rows at once of a kind whose rows are large', () => {
  expect([rowsAtOnce('former'), rowsAtOnce('folder'), rowsAtOnce('algo'), rowsAtOnce('user')]).toEqual([
    1_000, 20, 1_000, 1_000,
  ]);
});

it('a view that can be ended passes every call on', async () => {
  const calls: unknown[] = [];
  const noted =
    <Answer>(name: string, answer: Answer) =>
    (...input: readonly unknown[]) => {
      calls.push([name, ...input]);
      return answer;
    };
  const [contents, rows] = [(async function* () {})(), (async function* () {})()];
  const view: StoreView = {
    contents: noted('contents', contents),
    countRows: noted('countRows', Promise.resolve(3)),
    exportRows: noted('exportRows', rows),
    content: noted('content', Promise.resolve(null)),
    find: noted('find', Promise.resolve(null)),
    findFormer: noted('findFormer', Promise.resolve(null)),
  };
  const held = endableView(view, noted('end', Promise.resolve()));
  const onDamaged = () => {};
  expect([held.contents(), held.exportRows('user', onDamaged)]).toEqual([contents, rows]);
  expect([await held.content({ id: 1, ref: 'r' }), await held.find(2), await held.end()]).toEqual([
    null,
    null,
    undefined,
  ]);
  expect(calls).toEqual([
    ['contents'],
    ['exportRows', 'user', onDamaged],
    ['content', { id: 1, ref: 'r' }],
    ['find', 2],
    ['end'],
  ]);
});
