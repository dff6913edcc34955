import type { Mail } from '@algotheque/domain';
import { isOneLine } from '../address.ts';
import { en } from './en.ts';
import { hasLifetime } from './lifetime.ts';
import { PLACEHOLDER } from './mailTexts.ts';

/** The placeholders that all texts but titles may have. */
const IN_TEXT = ['name', 'pseudo', 'contact', 'address'];
/** A pseudo is not in a subject or on a button: its user could write words there that look like the service's. */
const IN_TITLE = ['name'];
/** What else the paragraphs of a mail may have. */
const IN_MAIL: Partial<Readonly<Record<Mail['kind'], readonly string[]>>> = {
  algo_shared: ['sharer', 'algo'],
  share_invitation: ['sharer', 'sharerMail', 'algo'],
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

/**
 * What is wrong with given texts, one line each: they have the form of the service's own in English. They need not have all, but a mail
 * that they have is whole.
 * @param names where they are in all texts of a language
 */
export function problemsOfTexts(given: unknown, own: unknown = en, names: readonly string[] = []): readonly string[] {
  const path = names.join('.');
  if (typeof own === 'string') return problemsOfText(path, given, allowedIn(names));
  if (Array.isArray(own)) {
    if (!Array.isArray(given)) return [`${path} is not a list of paragraphs`];
    return given.flatMap((text: unknown, index) => problemsOfText(`${path}[${index}]`, text, allowedIn(names)));
  }
  const [fields, known] = [fieldsOf(given), fieldsOf(own) ?? {}];
  if (fields === null) return [`${path} is not an object of texts`.trimStart()];
  const [part, isMail] = [path === 'mails' ? 'a mail' : 'one of its texts', names.length === 2];
  const missing = isMail ? Object.keys(known).filter((name) => !Object.hasOwn(fields, name)) : [];
  const problems = Object.entries(fields).flatMap(([name, value]) => {
    const at = [...names, name];
    return Object.hasOwn(known, name) ? problemsOfTexts(value, known[name], at) : [`${at.join('.')} is not ${part}`];
  });
  return [...missing.map((name) => `${path} has no ${name}`), ...problems];
}

const isKind = (name: string): name is Mail['kind'] => Object.hasOwn(en.mails, name);

function allowedIn([, kind = '', field]: readonly string[]): readonly string[] {
  if (field === 'subject' || field === 'button') return IN_TITLE;
  if (!isKind(kind)) return IN_TEXT; // beside the mails
  return [...IN_TEXT, ...(hasLifetime(kind) ? ['lifetime'] : (IN_MAIL[kind] ?? []))];
}

function problemsOfText(path: string, text: unknown, allowed: readonly string[]): readonly string[] {
  if (typeof text !== 'string' || text.trim() === '') return [`${path} is not a text`];
  if (!isOneLine(text)) return [`${path} has a line break or another control character`];
  return problemsOfPlaceholders(path, text, allowed);
}

/** Names that the text has between double braces and may not have, and braces that enclose no name. */
export function problemsOfPlaceholders(path: string, text: string, allowed: readonly string[]): readonly string[] {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);
  const unknown = names.filter((name) => !allowed.includes(name));
  const may = allowed.map((name) => `{{${name}}}`).join(', ');
  const lone = text.replace(PLACEHOLDER, '').includes('{{') ? [`${path} has {{ without }}`] : [];
  return [...unknown.map((name) => `${path} has the unknown placeholder {{${name}}}; it may have ${may}`), ...lone];
}
