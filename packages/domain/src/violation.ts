import type * as v from 'valibot';
import { RULE_TEXTS, type Rule, type Violation } from './responses.ts';

const BEYOND: Readonly<Partial<Record<Rule, (bound: number) => string>>> = {
  min_length: (bound) => `has fewer than ${bound} characters`,
  max_length: (bound) => `has more than ${bound} characters`,
  min: (bound) => `is less than ${bound}`,
  max: (bound) => `is more than ${bound}`,
};

/** The text never holds the value. */
export function violation(path: string, rule: Rule): Violation {
  return { path, rule, message: RULE_TEXTS[rule] };
}

export const unknownPosition = (): Violation => ({
  ...violation('/after', 'type'),
  message: 'is not what an earlier page of this list gave for the same order',
});

/** The message of a schema with a text of its own, which follows the name of the field and says what is expected. */
export const ruleMessage = (rule: Rule, text: string): string => `${rule}${SEPARATOR}${text}`;
const SEPARATOR = ': ';

export const ownerNamed = (path: string): Violation => ({
  ...violation(path, 'duplicate'),
  message: 'names the owner, who has every right already',
});

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
  const hasOwnText = issue.message.startsWith(found.rule + SEPARATOR);
  if (hasOwnText) return { ...found, message: issue.message.slice(found.rule.length + SEPARATOR.length) };
  const bound = boundOf(issue);
  return bound === null ? found : { ...found, message: BEYOND[found.rule]?.(bound) ?? found.message };
}

function boundOf({ type, requirement }: v.BaseIssue<unknown>): number | null {
  const isOfNumber = type === 'min_value' || type === 'max_value';
  if (isOfNumber && typeof requirement === 'number') return requirement;
  const bound = typeof requirement === 'function' && 'bound' in requirement ? requirement.bound : null;
  return typeof bound === 'number' ? bound : null;
}

const listed = (expected: string): string => expected.replace(/^\((.*)\)$/, '$1').replaceAll(' | ', ', ');

// A message that is not a rule is valibot's own text for a schema without a rule: then the type is wrong.
function ruleOf({ received, message }: v.BaseIssue<unknown>): Rule {
  if (received === 'undefined') return 'required';
  const [rule = ''] = message.split(SEPARATOR, 1);
  return isRule(rule) ? rule : 'type';
}

const isRule = (text: string): text is Rule => Object.hasOwn(RULE_TEXTS, text);

function pointer(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return keys.map((key) => `/${key}`).join('');
}
