import * as client from '@algotheque/client/texts';
import { effect, signal } from '@preact/signals';
import { en } from '../texts/en.ts';
import { fr } from '../texts/fr.ts';
import { keep, kept } from './kept.ts';

export type Locale = 'en' | 'fr';

const known = (name: string | null): Locale | null => (name === 'en' || name === 'fr' ? name : null);

/** The language that the person has chosen in this browser, or that of the page. */
export const locale = signal<Locale>(known(kept('language')) ?? known(document.documentElement.lang) ?? 'en');

effect(() => {
  document.documentElement.lang = locale.value;
});

export function chooseLocale(next: Locale): void {
  keep('language', next);
  locale.value = next;
}

/** The texts of the console in the language of the person. */
export const words = (): typeof en => (locale.value === 'fr' ? fr : en);

/** The text of an identifier of the service or the client. */
export function textOf(identifier: string): string {
  const own: Readonly<Record<string, string>> = words().failures.instead;
  return own[identifier] ?? client.textOf(identifier, locale.value === 'fr' ? client.fr : client.en);
}

/** With the forms of the person's country, where the browser knows it. */
const region = (): string => navigator.languages.find((one) => one.startsWith(locale.value)) ?? locale.value;

const format = (options: Intl.DateTimeFormatOptions, time: number): string =>
  new Intl.DateTimeFormat(region(), options).format(time);

export const dateOf = (time: number): string => format({ dateStyle: 'medium' }, time);
export const momentOf = (time: number): string => format({ dateStyle: 'medium', timeStyle: 'short' }, time);

export const numberOf = (value: number, digits = 0): string =>
  new Intl.NumberFormat(region(), { maximumFractionDigits: digits }).format(value);

const KIB = 1024;

export function sizeOf(bytes: number): string {
  const units = words().bytes;
  let [value, step] = [bytes, 0];
  for (; value >= KIB && step < units.length - 1; step += 1) value /= KIB;
  return `${numberOf(value, 1)}\u00a0${units[step]}`;
}
