import { expect, it } from 'vitest';
import { oneLine } from '../src/terminal/text.ts';

it.each([
  ['\u001b[2J', '\\u001b[2J'],
  ['a\nb\u0085c\u2028d', 'a\\u000ab\\u0085c\\u2028d'],
  ['exe.\u202egnp\u2066', 'exe.\\u202egnp\\u2066'],
  ['café \u{1f469}', 'café \u{1f469}'],
])('a text on one line has no character that changes what a terminal shows: %j', (text, shown) => {
  expect(oneLine(text)).toBe(shown);
});
