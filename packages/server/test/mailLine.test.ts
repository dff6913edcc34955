import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { mailLine } from '../src/start/greeting.ts';

const TO = 'ada@example.org';
const LINK = 'http://localhost:3000/api/users/confirm/token';
const MAIL = { kind: 'confirm', to: TO, link: LINK, file: '/data/outbox/x.eml' } as const;
const ESCAPE = '\u001b[';
const NOW = Date.UTC(2026, 10, 21);

const COLOURED = { output: { isTTY: true }, env: {} };
const PLAIN = { output: { isTTY: true }, env: { NO_COLOR: '1' } };
const JSON_LINE = { output: {}, env: {} };

describe('a mail in the outbox', () => {
  it('is two short lines on a terminal', () => {
    expect(mailLine(MAIL, PLAIN, NOW)).toBe(`mail to ${TO}: confirm\n  ${LINK}`);
  });

  it('has the same text in colours, which end with each line', () => {
    const lines = mailLine(MAIL, COLOURED, NOW).split('\n');
    expect(lines.map(stripVTControlCharacters).join('\n')).toBe(mailLine(MAIL, PLAIN, NOW));
    for (const line of lines) expect([line.includes(ESCAPE), line.endsWith('m')]).toEqual([true, true]);
  });

  it('is a line of JSON elsewhere', () => {
    const line = mailLine(MAIL, JSON_LINE, NOW);
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toEqual({ time: '2026-11-21T00:00:00.000Z', mail: MAIL, msg: 'mail in the outbox' });
  });
});

it.each([
  [{ isTTY: true }, {}, 'coloured'],
  [{ isTTY: true }, { NO_COLOR: '' }, 'coloured'],
  [{ isTTY: true }, { NO_COLOR: '1' }, 'plain'],
  [{ isTTY: true }, { NO_COLOR: '1', FORCE_COLOR: '1' }, 'plain'],
  [{ isTTY: true }, { TERM: 'dumb' }, 'plain'],
  [{ isTTY: false }, {}, 'json'],
  [{}, { FORCE_COLOR: '1' }, 'json'],
] as const)('on %j with %j it is %s', (output, env, form) => {
  const forms = { coloured: COLOURED, plain: PLAIN, json: JSON_LINE };
  expect(mailLine(MAIL, { output, env }, NOW)).toBe(mailLine(MAIL, forms[form], NOW));
});
