import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOf, viewBytes } from '../../src/algos/algoPage.ts';

const number = fc.oneof(fc.integer({ min: 1 }), fc.constant(Number.MAX_SAFE_INTEGER));
const grant = fc.record({ idUtilisateur: number, droits: fc.constantFrom('Read' as const, 'ReadWrite' as const) });
const row = fc.record({
  id: number,
  nom: fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '"', '\\'), maxLength: 64, size: 'max' }),
  dateCreation: number,
  dateModification: number,
  ownerId: number,
  droits: fc.constantFrom('Owner' as const, 'ReadWrite' as const),
  permsAlgorithme: fc.array(grant, { maxLength: 9 }),
  version: number,
});

describe('the bytes that a record counts in a list', () => {
  it('are at least those of its JSON', () => {
    fc.assert(
      fc.property(row, (one) => {
        expect(viewBytes(one)).toBeGreaterThanOrEqual(new TextEncoder().encode(JSON.stringify(one)).length);
      }),
    );
  });

  it('grow with the name and the grants alone', () => {
    const view = { id: 1, nom: '', dateCreation: 1, dateModification: 1, ownerId: 1, droits: 'Owner' as const };
    const given = { idUtilisateur: 2, droits: 'Read' as const };
    expect(viewBytes({ ...view, nom: 'abcd', permsAlgorithme: [given] }) - viewBytes(view)).toBe(4 * 3 + 56);
    expect(viewBytes(view)).toBeLessThan(256);
  });
});

describe('a page', () => {
  const records = [1, 2, 3].map((id) => ({ id }));
  const page = (bounds: { readonly limit: number; readonly maxBytes: number }) => {
    const { algos, next } = pageOf(records.slice(0, bounds.limit + 1), bounds, () => 10);
    return [algos.length, next];
  };

  it('has as many records as its bytes allow, to the last byte, and at least one', () => {
    expect(page({ limit: 9, maxBytes: 30 })).toEqual([3, null]);
    expect(page({ limit: 9, maxBytes: 29 })).toEqual([2, 2]);
    expect(page({ limit: 9, maxBytes: 20 })).toEqual([2, 2]);
    expect(page({ limit: 9, maxBytes: 1 })).toEqual([1, 1]);
  });

  it('has as many records as its limit allows', () => {
    expect(page({ limit: 3, maxBytes: 30 })).toEqual([3, null]);
    expect(page({ limit: 2, maxBytes: 30 })).toEqual([2, 2]);
  });
});
