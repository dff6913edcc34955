import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Words and phrases that a reader with English as a second language may not know, or that mean two things here; and what to write. */
const WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bof before\b/, 'former, earlier'],
  [/\bstakes?\b/, 'lock, lease'],
  [/\btells? `on/, 'notifies'],
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

/** Sources, tests and documents. What is generated, texts in French, and the list above are left out. */
const FILES = globSync([
  '{packages,scripts,bench,test,examples,ops}/**/*.{ts,tsx,js,conf,sh}',
  '{docs,packages/*,.}/*.md',
  'docs/decisions/*.md',
  '.ci/run',
  'Dockerfile',
]).filter(
  (file) => !/node_modules|dist\/|generated|CHANGELOG|(templates|texts)\/\w*(en|fr)\.ts|words\.test/i.test(file),
);

const linesOf = (pattern: RegExp, files = FILES): readonly string[] =>
  files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );

describe('the words of sources and documents', () => {
  it('has all files', () => {
    expect(FILES.length).toBeGreaterThan(1_400);
  });

  it.each(WORDS)('%s: write %s', (pattern) => {
    expect(linesOf(new RegExp(pattern.source, 'i'))).toEqual([]);
  });

  it('has no line of a comment that is longer than 140 characters', () => {
    const sources = FILES.filter((file) => !file.endsWith('.md'));
    expect(linesOf(/^(?=.{141}) *(?:\/\/|\/?\*|#|-- )/, sources)).toEqual([]);
  });
});
