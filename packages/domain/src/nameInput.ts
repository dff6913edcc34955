import * as v from 'valibot';
import { atLeast, atMost, describedWithout, isAtMost, isText, printable, rule, UNPRINTABLE } from './textInput.ts';

// Ranges for regular expressions with the flag `u`, from Unicode 16 (DerivedCombiningClass.txt, DerivedJoiningType.txt).
// Regular expressions have no property for them.

/** Canonical combining class 9: a sign that joins the consonants beside it. */
const VIRAMAS = [
  String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84`,
  String.raw`\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4`,
  String.raw`\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{11070}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}`,
  String.raw`\u{11235}\u{112ea}\u{1134d}\u{113ce}-\u{113d0}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}`,
  String.raw`\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}\u{11d97}`,
  String.raw`\u{11f41}\u{11f42}\u{1612f}`,
].join('');

/** Joining type L or D: letters that join what follows. */
const JOINS_AFTER = [
  String.raw`\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u066e\u066f\u0678-\u0687`,
  String.raw`\u069a-\u06bf\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff\u0712-\u0714\u071a-\u071d`,
  String.raw`\u071f-\u0727\u0729\u072b\u072d\u072e\u074e-\u0758\u075c-\u076a\u076d-\u0770\u0772\u0775-\u0777`,
  String.raw`\u077a-\u077f\u07ca-\u07ea\u0841-\u0845\u0848\u084a-\u0853\u0855\u0860\u0862-\u0865\u0868\u0886`,
  String.raw`\u0889-\u088d\u08a0-\u08a9\u08af\u08b0\u08b3-\u08b8\u08ba-\u08c8\u1807\u1820-\u1878\u1887-\u18a8`,
  String.raw`\u18aa\ua840-\ua872\u{10ac0}-\u{10ac4}\u{10acd}\u{10ad3}-\u{10adc}\u{10ade}-\u{10ae0}`,
  String.raw`\u{10aeb}-\u{10aee}\u{10b80}\u{10b82}\u{10b86}-\u{10b88}\u{10b8a}\u{10b8b}\u{10b8d}\u{10b90}`,
  String.raw`\u{10bad}\u{10bae}\u{10d00}-\u{10d21}\u{10d23}\u{10ec3}\u{10ec4}\u{10f30}-\u{10f32}`,
  String.raw`\u{10f34}-\u{10f44}\u{10f51}-\u{10f53}\u{10f70}-\u{10f73}\u{10f76}-\u{10f81}\u{10fb0}`,
  String.raw`\u{10fb2}\u{10fb3}\u{10fb8}\u{10fbb}\u{10fbc}\u{10fbe}\u{10fbf}\u{10fc1}\u{10fc4}\u{10fca}\u{10fcb}`,
  String.raw`\u{1e900}-\u{1e943}`,
].join('');

/** Joining type R or D: letters that join what comes before. */
const JOINS_BEFORE = [
  String.raw`\u0620\u0622-\u063f\u0641-\u064a\u066e\u066f\u0671-\u0673\u0675-\u06d3\u06d5\u06ee\u06ef`,
  String.raw`\u06fa-\u06fc\u06ff\u0710\u0712-\u072f\u074d-\u077f\u07ca-\u07ea\u0840-\u0858\u0860\u0862-\u0865`,
  String.raw`\u0867-\u086a\u0870-\u0882\u0886\u0889-\u088e\u08a0-\u08ac\u08ae-\u08c8\u1807\u1820-\u1878`,
  String.raw`\u1887-\u18a8\u18aa\ua840-\ua871\u{10ac0}-\u{10ac5}\u{10ac7}\u{10ac9}\u{10aca}\u{10ace}-\u{10ad6}`,
  String.raw`\u{10ad8}-\u{10ae1}\u{10ae4}\u{10aeb}-\u{10aef}\u{10b80}-\u{10b91}\u{10ba9}-\u{10bae}`,
  String.raw`\u{10d01}-\u{10d23}\u{10ec2}-\u{10ec4}\u{10f30}-\u{10f44}\u{10f51}-\u{10f54}\u{10f70}-\u{10f81}`,
  String.raw`\u{10fb0}\u{10fb2}-\u{10fb6}\u{10fb8}-\u{10fbf}\u{10fc1}-\u{10fc4}\u{10fc9}\u{10fca}`,
  String.raw`\u{1e900}-\u{1e943}`,
].join('');

export const MIN_NAME = 3;
export const MAX_PSEUDO = 30;
export const MAX_NOM = 255;

const BIDI = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const BIDI_CONTROLS = new RegExp(`[${BIDI}]`);

/** Invisible characters that a script or an emoji needs at this place (RFC 5892, appendix A; UTS 39, 51, 37). */
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

/** Those of `INVISIBLE` below U+10000 that are never needed, for JSON Schema, which cannot say where the others are. */
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

/** What mail programs turn into a link. A dot alone is no link (`J. R. R.`, `node.js`), nor is `A//B`. */
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

/** Tests the form to which programs normalise addresses (UTS 46). */
const hasLink = (text: string): boolean => LINK.test(text.normalize('NFKC').replaceAll('\u3002', '.'));

const withoutBidi = v.check((text: string) => !BIDI_CONTROLS.test(text), rule('bidi_control'));

/** Tested only for a pseudo that is short enough: for a longer one `max_length` is reported. */
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

const plainName = (min: number) =>
  v.pipe(isText, ...printable, withoutBidi, describedWithout(UNPRINTABLE + BIDI), ...atLeast(min), ...atMost(MAX_NOM));

export const nom = plainName(MIN_NAME);

const showsSomething = (text: string): boolean => text === '' || !isAtMost(text, MAX_NOM) || SEEN.test(text);

/** The name of a folder. Lines of a list that look empty could not be distinguished. */
export const folderName = v.pipe(plainName(1), v.check(showsSomething, rule('blank')));
