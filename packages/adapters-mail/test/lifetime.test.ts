import type { Locale } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { inWords } from '../src/templates/lifetime.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

it.each<[number, Locale, string]>([
  [24 * HOUR, 'en', '24 hours'],
  [24 * HOUR, 'fr', '24 heures'],
  [HOUR / 2, 'en', '30 minutes'],
  [HOUR / 2, 'fr', '30 minutes'],
  [HOUR, 'en', '1 hour'],
  [HOUR, 'fr', '1 heure'],
  [36 * HOUR, 'en', '36 hours'],
  [168 * HOUR, 'en', '7 days'],
  [168 * HOUR, 'fr', '7 jours'],
  [90 * 60 * SECOND, 'en', '90 minutes'],
  [60 * SECOND, 'fr', '1 minute'],
  [90 * SECOND, 'en', '90 seconds'],
  [2_999, 'en', '2 seconds'],
])('%i ms are in %s %s', (ms, locale, words) => {
  expect(inWords(ms, locale).replaceAll('\u00a0', ' ')).toBe(words);
});
