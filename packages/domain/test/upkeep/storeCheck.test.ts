import { describe, expect, it } from 'vitest';
import { DamagedError } from '../../src/index.ts';
import { damagedRecord } from '../../src/upkeep/storeCheck.ts';

describe('the finding for a damaged record', () => {
  it('names the place, the record and the field, and what is wrong with it', () => {
    const damage = new DamagedError({ place: 'users', id: 7, field: 'pseudo' }, 'is no text: it is a number');
    expect(damagedRecord(damage)).toEqual({
      code: 'record-damaged',
      place: 'users, 7, pseudo',
      detail: 'is no text: it is a number',
    });
  });

  it('names no field if the whole record is damaged', () => {
    const damage = new DamagedError({ place: 'algos', id: 'x', field: null });
    expect(damagedRecord(damage)).toEqual({ code: 'record-damaged', place: 'algos, x', detail: 'is damaged' });
  });
});
