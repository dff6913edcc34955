import type * as v from 'valibot';
import type { Rule, Violation } from '../errors.ts';

const MESSAGES: Readonly<Record<Rule, string>> = {
  required: 'is required',
  type: 'has the wrong type',
  min_length: 'is too short',
  max_length: 'is too long',
  min: 'is too small',
  max: 'is too large',
  email: 'is not an e-mail address',
  url: 'is not an http or https address',
  control_character: 'holds a character that cannot be shown',
  bidi_control: 'holds a character that changes the direction of text',
  invisible_character: 'holds a character that cannot be seen',
  combining_marks: 'holds too many combining marks on one character',
  blank: 'holds nothing that can be seen',
  link: 'holds what mail programs make a link of',
  common_password: 'is a password that many people use',
  unknown_user: 'names a user who does not exist',
  duplicate: 'is there twice',
  mismatch: 'differs from the id in the path',
  unknown_parameter: 'is no parameter of this address',
  unsafe_path: 'has a path that may lead out of the archive',
  no_file: 'is neither a file nor a folder',
  encrypted: 'is encrypted',
  damaged: 'is not what the archive says of it',
  too_large: 'is larger than it may be',
  json: 'is no JSON',
};

/** The same with the bound that is broken. */
const BEYOND: Readonly<Partial<Record<Rule, (bound: number) => string>>> = {
  min_length: (bound) => `has fewer than ${bound} characters`,
  max_length: (bound) => `has more than ${bound} characters`,
  min: (bound) => `is less than ${bound}`,
  max: (bound) => `is more than ${bound}`,
};

/** A violation with its text. The text never holds the value. */
export function violation(path: string, rule: Rule): Violation {
  return { path, rule, message: MESSAGES[rule] };
}

/** A page is asked for with a position that is none of its list. */
export const unknownPosition = (): Violation => ({
  ...violation('/after', 'type'),
  message: 'is not what an earlier page of this list gave for the same order',
});

/** What a schema says where the text of the rule would not tell what is expected. `text` follows the name of the field. */
export const saying = (rule: Rule, text: string): string => `${rule}${SAYING}${text}`;
const SAYING = ': ';

/** A list or request of people to share with names the owner. */
export const ownerNamed = (path: string): Violation => ({
  ...violation(path, 'duplicate'),
  message: 'names the owner, who has every right already',
});

/** The issues that valibot found, each rule once for each field. */
export function violationsOf(issues: readonly v.BaseIssue<unknown>[]): Violation[] {
  const found = issues.map(violationOf);
  const key = ({ path, rule }: Violation) => `${rule} ${path}`;
  return [...new Map(found.map((one) => [key(one), one])).values()];
}

function violationOf(issue: v.BaseIssue<unknown>): Violation {
  const found = violation(pointer(issue), ruleOf(issue));
  if (found.rule === 'required') return found;
  const isChoice = found.rule === 'type' && issue.type === 'picklist';
  if (isChoice) return { ...found, message: `is not one of ${listed(issue.expected ?? '')}` };
  const said = issue.message.startsWith(found.rule + SAYING);
  if (said) return { ...found, message: issue.message.slice(found.rule.length + SAYING.length) };
  const bound = boundOf(issue);
  return bound === null ? found : { ...found, message: BEYOND[found.rule]?.(bound) ?? found.message };
}

/** The number of a check of a length (`text.ts`), or of valibot's own bounds. */
function boundOf({ type, requirement }: v.BaseIssue<unknown>): number | null {
  const isOfNumber = type === 'min_value' || type === 'max_value';
  if (isOfNumber && typeof requirement === 'number') return requirement;
  const bound = typeof requirement === 'function' && 'bound' in requirement ? requirement.bound : null;
  return typeof bound === 'number' ? bound : null;
}

/** Valibot says what it expects as `("a" | "b")`. */
const listed = (expected: string): string => expected.replace(/^\((.*)\)$/, '$1').replaceAll(' | ', ', ');

// An absent field violates the rule `required`, whatever its type. A message that is not a rule is valibot's own text for
// a schema without a rule: then the type is wrong.
function ruleOf({ received, message }: v.BaseIssue<unknown>): Rule {
  if (received === 'undefined') return 'required';
  const [rule = ''] = message.split(SAYING, 1);
  return isRule(rule) ? rule : 'type';
}

const isRule = (text: string): text is Rule => Object.hasOwn(MESSAGES, text);

function pointer(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return keys.map((key) => `/${key}`).join('');
}
