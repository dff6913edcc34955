import * as v from 'valibot';
import { JOINS_AFTER, JOINS_BEFORE, VIRAMAS } from './joining.ts';
import { atLeast, atMost, describedWithout, isAtMost, isText, printable, rule, UNPRINTABLE } from './text.ts';

export const MIN_NAME = 3;
export const MAX_PSEUDO = 30;
export const MAX_NOM = 255;

const BIDI = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const BIDI_CONTROLS = new RegExp(`[${BIDI}]`);

/**
 * Invisible characters that a script or an emoji needs at this place: joiners after a virama, a non-joiner between
 * letters that would join (RFC 5892, appendix A; UTS 39), joiners and variation selectors of emoji and flags (UTS
 * 51), variants of Han characters (UTS 37).
 */
const NEEDED = new RegExp(
  [
    `(?<=[${VIRAMAS}])[\\u200c\\u200d]`,
    `(?<=[${JOINS_AFTER}][\\p{Mn}\\p{Me}]*)\\u200c(?=[\\p{Mn}\\p{Me}]*[${JOINS_BEFORE}])`,
    '(?<=\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]?)\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=(?![#*\\d])\\p{Emoji})[\\ufe0e\\ufe0f]',
    '(?<=[#*\\d])\\ufe0f(?=\\u20e3)',
    '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
    '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  ].join('|'),
  'gu',
);

/** With the format characters of annotations and of hieroglyphs: few programs show them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u{13430}-\u{1343f}]/u;

/**
 * Those of `INVISIBLE` below U+10000 that are never needed. Only JSON Schema uses this list: it cannot say where the others are
 * needed.
 */
const NEVER_NEEDED = String.raw`\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufe03-\ufe0d\ufeff\uffa0\ufff0-\ufffb`;

function isVisible(text: string): boolean {
  const rest = text.replace(new RegExp(BIDI_CONTROLS, 'g'), ''); // there is a separate rule for bidi controls
  return !INVISIBLE.test(rest.replace(NEEDED, ''));
}

/** Neither a blank, as U+2800 is, nor a character that cannot be seen. */
const SEEN = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;
/** They are seen on the character before them; that of a pseudo may be a word of the mail around it. */
const MARKS = /\p{M}/gu;

/** Burmese needs five on one letter (`လျှို့`). Many more cover the lines above and below. */
const MOST_MARKS = 5;
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u');

/** Schemes that make a link without `//`. */
const SCHEMES = [
  'https?|ftps?|mailto|javascript|vbscript|data|file|blob',
  'sms|smsto|mms|tel|callto|facetime|sips?|skype|whatsapp|xmpp|geo|magnet|webcal',
].join('|');
const TOP_DOMAIN = '(?:[\\p{L}\\p{M}]{2,}|xn--[a-z\\d-]+)\\.?';
const PORT_AND_PATH = '(?::\\d+)?[/\\\\?#]';

/**
 * What mail programs turn into a link: a scheme, `www.`, `//` before a domain, a domain or an IPv4 address with a
 * path or a query. A dot alone is no link (`J. R. R.`, `node.js`), nor is `A//B`.
 */
const LINK = new RegExp(
  [
    '://',
    `\\b(?:${SCHEMES}):\\S`,
    '(?<![\\p{L}\\p{N}])www\\.[\\p{L}\\p{N}]',
    '[/\\\\]{2}[\\p{L}\\p{N}]\\S*\\.[\\p{L}\\p{N}]',
    `[\\p{L}\\p{M}\\p{N}-]\\.${TOP_DOMAIN}${PORT_AND_PATH}`,
    `\\d(?:\\.\\d{1,3}){3}${PORT_AND_PATH}`,
  ].join('|'),
  'iu',
);

/**
 * Tests the form that programs normalise addresses to: full-width characters as plain ones, U+3002 as a dot (UTS
 * 46).
 */
const hasLink = (text: string): boolean => LINK.test(text.normalize('NFKC').replaceAll('\u3002', '.'));

const withoutBidi = v.check((text: string) => !BIDI_CONTROLS.test(text), rule('bidi_control'));

/**
 * A rule of a pseudo. It is tested only for a pseudo that is short enough: for a longer one `max_length` is
 * reported.
 */
const inPseudo = (holds: (text: string) => boolean) => (text: string) => !isAtMost(text, MAX_PSEUDO) || holds(text);

/** The public name of a user. It is shown in mails to strangers, so it must have no link and no hidden text. */
export const pseudo = v.pipe(
  isText,
  ...printable,
  withoutBidi,
  v.check(inPseudo(isVisible), rule('invisible_character')),
  v.check(
    inPseudo((text) => text === '' || SEEN.test(text.replace(MARKS, ''))),
    rule('blank'),
  ),
  v.check(
    inPseudo((text) => !TOO_MANY_MARKS.test(text)),
    rule('combining_marks'),
  ),
  v.check(
    inPseudo((text) => !hasLink(text)),
    rule('link'),
  ),
  describedWithout(UNPRINTABLE + BIDI + NEVER_NEEDED),
  ...atLeast(MIN_NAME),
  ...atMost(MAX_PSEUDO),
);

/** A name that only people see who have the record. */
const plainName = (min: number) =>
  v.pipe(isText, ...printable, withoutBidi, describedWithout(UNPRINTABLE + BIDI), ...atLeast(min), ...atMost(MAX_NOM));

/** The name of an algorithm. */
export const nom = plainName(MIN_NAME);

/** Tested only for a name that has a right length: for others that is reported. */
const showsSomething = (text: string): boolean => text === '' || !isAtMost(text, MAX_NOM) || SEEN.test(text);

/** The name of a folder. A line of a list that looks empty could not be told from another one. */
export const folderName = v.pipe(plainName(1), v.check(showsSomething, rule('blank')));
