import { wordsByField } from '../../packages/http-koa/generate/index.ts';

/** A row for each field of requests and answers, in the order of the alphabet. */
export function fieldLines(): readonly string[] {
  const rows = Object.entries(wordsByField()).sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  return ['| field | is |', '|---|---|', ...rows.map(([name, words]) => `| \`${name}\` | ${words} |`)];
}
