import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { mailFormOf, mailLine } from '../src/terminal/mailLine.ts';

const TO = 'ada@example.org';
const LINK = 'http://localhost:3000/api/users/confirm/token';
const MAIL = { kind: 'confirm', to: TO, link: LINK, file: '/data/outbox/x.eml' } as const;
const ESCAPE = '\u001b[';
const NOW = Date.UTC(2026, 10, 21);

describe('a mail in the outbox', () => {
  it('is two short lines on a terminal', () => {
    expect(mailLine(MAIL, 'plain', NOW)).toBe(`mail to ${TO}: confirm\n  ${LINK}`);
  });

  it('has the same text in colours, which end with each line', () => {
    const lines = mailLine(MAIL, 'coloured', NOW).split('\n');
    expect(lines.map(stripVTControlCharacters).join('\n')).toBe(mailLine(MAIL, 'plain', NOW));
    for (const line of lines) expect([line.includes(ESCAPE), line.endsWith('m')]).toEqual([true, true]);
  });

  it('is a line of JSON elsewhere', () => {
    const line = mailLine(MAIL, 'json', NOW);
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
  expect(mailFormOf(output, env)).toBe(form);
});
