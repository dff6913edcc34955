import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Words and phrases that a reader with English as a second language may not know, or that mean two things here; and what to write. */
const WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bof before\b/, 'former, earlier'],
  [/\bstakes?\b/, 'lock, lease'],
  [/\btells? `?on[A-Z]/, 'notifies'],
  [/\btells? of\b/, 'says of, shows'],
  [/\bwhoever\b/, 'the user who, a caller that, an operator'],
  [/\bnobody waits\b/, 'nothing waits'],
  [/\bdefault: nobody\b/, 'default: none'],
  [/\blately\b/, 'recently'],
  [/\bseldom\b/, 'rarely'],
  [/\bin vain\b/, 'without effect'],
  [/\bhears? (of|what|that)\b/, 'is notified of'],
  [/\bshall\b/, 'must, is to'],
  [/\bverdict\b/, 'result'],
  [/\bpatience\b/, 'the longest wait'],
  [/\bjudges?\b/, 'decides'],
  [/\bhurr(y|ied)\b/, 'at once'],
  [/\bnewcomer\b/, 'the new one'],
  [/\bbeforehand\b/, 'before'],
  [/\bthereby\b/, 'so'],
  [/\bhence(forth)?\b/, 'so, from now on'],
  [/\bthus\b/, 'so'],
  [/\bwhilst\b/, 'while'],
  [/\blest\b/, 'so that … not'],
  [/\bhitherto\b/, 'until now'],
  [/\bforthwith\b/, 'at once'],
  [/\bafresh\b/, 'again'],
  [/\bastray\b/, 'lost'],
  [/\bcease[sd]?\b/, 'ends'],
  [/\bheed(s|ed)?\b/, 'uses'],
  [/\b(nought|naught|aught)\b/, 'nothing'],
  [/\bladder\b/, 'steps'],
  [/\bdrawer\b/, 'folder'],
  [/\b(wherein|thereof|therein|whereby)\b/, 'in which, of it'],
  [/\bscarcely\b/, 'almost not'],
  [/\boath\b/, 'promise'],
  [/\bso to speak\b/, 'nothing'],
  [/\bas it were\b/, 'nothing'],
  [/\bby dint of\b/, 'by'],
  [/\bin lieu of\b/, 'in place of'],
];

/** Sources of packages and documents; a decision record keeps the words of its day. */
const FILES = [
  ...globSync(['packages/*/{src,testkit,adapterkit}/**/*.ts', 'docs/*.md', '*.md', 'packages/*/README.md']),
].filter((file) => !/node_modules|generated|CHANGELOG|templates\/(en|fr)\.ts|texts\/(en|fr)\.ts/.test(file));

describe('the words of sources and documents', () => {
  it('has all files', () => {
    expect(FILES.length).toBeGreaterThan(600);
  });

  it.each(WORDS)('%s: write %s', (pattern) => {
    const insensitive = new RegExp(pattern.source, 'gi');
    const found = FILES.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) => (line.match(insensitive) === null ? [] : [`${file}:${at + 1} ${line.trim()}`])),
    );
    expect(found).toEqual([]);
  });
});
