import { describe, expect, it } from 'vitest';
import { formerOfPortable, portableFormer } from '../../src/copies/portableEntries.ts';
import { rowsAtOnce } from '../../src/copies/portableStore.ts';
import { endableView, type StoreView } from '../../src/copies/storeView.ts';
import { DamagedError } from '../../src/index.ts';

const FORMER = {
  id: 1,
  nom: 'Sort',
  ownerId: 2,
  version: 3,
  ref: 'ref 3',
  contentBytes: 2,
  dateCreation: 4,
  dateModification: 5,
  dateExpiration: 6,
};

describe('an entry of the history in a copy', () => {
  it('has its content as text, with a mark of the byte order if it has one, and is the same when it comes back', () => {
    const content = new TextEncoder().encode('\uFEFF["é"]');
    const portable = portableFormer({ former: FORMER, content });
    expect(portable).toEqual({ ...FORMER, content: '\uFEFF["é"]' });
    expect(formerOfPortable(portable)).toEqual({ former: FORMER, content });
  });

  it('is damaged if its content is no UTF-8', () => {
    const copied = () => portableFormer({ former: FORMER, content: Uint8Array.of(0x5b, 0xff, 0x5d) });
    expect(copied).toThrow(DamagedError);
    expect(copied).toThrow(
      expect.objectContaining({ place: 'history', id: 'ref 3', field: 'bytes', cause: expect.any(TypeError) }),
    );
  });
});

it('a copy holds fewer rows at once of a kind whose rows are large', () => {
  expect([rowsAtOnce('former'), rowsAtOnce('folder'), rowsAtOnce('algo'), rowsAtOnce('user')]).toEqual([
    20, 20, 1_000, 1_000,
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
