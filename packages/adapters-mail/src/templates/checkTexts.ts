import type { Mail } from '@algotheque/domain';
import { isOneLine } from '../address.ts';
import { en } from './en.ts';
import { hasLifetime } from './lifetime.ts';
import { placeholdersIn, withoutPlaceholders } from './mailTexts.ts';

/** The placeholders that all texts but titles may have. */
const IN_TEXT = ['name', 'pseudo', 'contact', 'address'];
/** The texts beside the mails themselves. */
const FRAME = ['greeting', 'linkHint', 'refusalHint', 'notConfirmed', 'help', 'signature'];
/** A pseudo is not in a subject or on a button: its user could write words there that look like the service's. */
const IN_TITLE = ['name'];
/** What else the paragraphs of a mail may have. */
const IN_MAIL: Partial<Readonly<Record<Mail['kind'], readonly string[]>>> = {
  algo_shared: ['sharer', 'algo'],
  share_invitation: ['sharer', 'sharerMail', 'algo'],
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

/** What is wrong with given texts of one language, one line each; they need not have all, but a mail that they have is whole. */
export function problemsOfTexts(given: unknown): string[] {
  const fields = fieldsOf(given);
  if (fields === null) return ['is not an object of texts'];
  return Object.entries(fields).flatMap(([name, value]) => {
    if (name === 'mails') return problemsOfMails(value);
    return FRAME.includes(name) ? problemsOfText(name, value, IN_TEXT) : [`${name} is not one of its texts`];
  });
}

const isKind = (name: string): name is Mail['kind'] => Object.hasOwn(en.mails, name);

function problemsOfMails(given: unknown): string[] {
  const mails = fieldsOf(given);
  if (mails === null) return ['mails is not an object of mails'];
  return Object.entries(mails).flatMap(([kind, mail]) =>
    isKind(kind) ? problemsOfMail(kind, mail) : [`mails.${kind} is not a mail`],
  );
}

function problemsOfMail(kind: Mail['kind'], given: unknown): string[] {
  const path = `mails.${kind}`;
  const own = en.mails[kind];
  const mail = fieldsOf(given);
  if (mail === null) return [`${path} is not an object`];
  const missing = Object.keys(own).filter((name) => !Object.hasOwn(mail, name));
  const unknown = Object.keys(mail).filter((name) => !Object.hasOwn(own, name));
  const inParagraph = [...IN_TEXT, ...(hasLifetime(kind) ? ['lifetime'] : (IN_MAIL[kind] ?? []))];
  return [
    ...missing.map((name) => `${path} has no ${name}`),
    ...unknown.map((name) => `${path}.${name} is not one of its texts`),
    ...['subject', 'button'].flatMap((name) =>
      name in mail ? problemsOfText(`${path}.${name}`, mail[name], IN_TITLE) : [],
    ),
    ...['before', 'after'].flatMap((name) =>
      name in mail ? problemsOfList(`${path}.${name}`, mail[name], inParagraph) : [],
    ),
  ];
}

function problemsOfList(path: string, value: unknown, allowed: readonly string[]): string[] {
  if (!Array.isArray(value)) return [`${path} is not a list of paragraphs`];
  return value.flatMap((text: unknown, index) => problemsOfText(`${path}[${index}]`, text, allowed));
}

function problemsOfText(path: string, text: unknown, allowed: readonly string[]): string[] {
  if (typeof text !== 'string' || text.trim() === '') return [`${path} is not a text`];
  if (!isOneLine(text)) return [`${path} has a line break or another control character`];
  return problemsOfPlaceholders(path, text, allowed);
}

/** Names that the text has between double braces and may not have, and braces that enclose no name. */
export function problemsOfPlaceholders(path: string, text: string, allowed: readonly string[]): string[] {
  const unknown = placeholdersIn(text).filter((name) => !allowed.includes(name));
  const may = allowed.map((name) => `{{${name}}}`).join(', ');
  const lone = withoutPlaceholders(text).includes('{{') ? [`${path} has {{ without }}`] : [];
  return [...unknown.map((name) => `${path} has the unknown placeholder {{${name}}}; it may have ${may}`), ...lone];
}
