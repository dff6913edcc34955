import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameOf, newName, parseName } from '../src/spoolName.ts';
import { NOW } from './scratch.ts';

const time = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) });

describe('names of spooled files', () => {
  it('say when the mail was spooled', () => {
    expect(fileNameOf(newName(NOW))).toMatch(/^20261121T122845123Z-[0-9a-f]{16}\.eml$/);
  });

  it('say how often it was tried, and when the next try is', () => {
    const name = {
      stem: '20261121T122845123Z-0123456789abcdef',
      spooledAt: NOW,
      tries: 2,
      isSlow: false,
      dueAt: NOW + 61_002,
    };
    const fileName = '20261121T122845123Z-0123456789abcdef.try2-20261121T122946125Z.eml';
    expect(fileNameOf(name)).toBe(fileName);
    expect(parseName(fileName)).toEqual(name);
  });

  it('are read back as they were written', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 99_999 }), time, (spooledAt, tries, dueAt) => {
        const name = { ...newName(spooledAt), tries, dueAt: tries === 0 ? spooledAt : dueAt };
        expect(parseName(fileNameOf(name))).toEqual(name);
      }),
    );
  });

  it('sort by the time of spooling, whatever the number of tries', () => {
    fc.assert(
      fc.property(time, time, fc.nat(3), fc.nat(3), (one, other, tries, others) => {
        fc.pre(one < other);
        const [first, second] = [
          fileNameOf({ ...newName(one), tries }),
          fileNameOf({ ...newName(other), tries: others }),
        ];
        expect([second, first].sort()).toEqual([first, second]);
      }),
    );
  });

  it.each([
    'hello.eml',
    '20261121T122845123Z-0123456789abcdef',
    '20261121T122845123Z-0123456789abcdef.eml.eml',
    '20261121T122845123Z-0123456789ABCDEF.eml',
    '20261321T122845123Z-0123456789abcdef.eml',
    '20261121T122845123Z-0123456789abcdef.try0-20261121T122946125Z.eml',
    '20261121T122845123Z-0123456789abcdef.try1-20261199T122946125Z.eml',
    '../20261121T122845123Z-0123456789abcdef.eml',
    ' 20261121T122845123Z-0123456789abcdef.eml\n',
    '',
  ])('are refused when the spool did not make them: %j', (fileName) => {
    expect(parseName(fileName)).toBeNull();
  });
});
