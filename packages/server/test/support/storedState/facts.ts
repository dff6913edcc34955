/**
 * What a data folder says about users, sessions and algorithms, one text a fact:
 *
 * - `user ada@example.org`: `absent` or `present`
 * - `password ada@example.org`: the one of the known passwords that logs in, or `none`
 * - `session TOKEN`: `valid` or `ended`
 * - `mail ada@example.org`: `recover` once a recovery mail was there, else `absent`
 * - `algo 7`: `absent`, or name and grants; its source code is that of this name
 */
export type Facts = ReadonlyMap<string, string>;

export const ABSENT = 'absent';

/** The value of the fact `algo ID`. */
export function algoFact(nom: string, grants: readonly { idUtilisateur: number; droits: string }[] = []): string {
  return [nom, ...grants.map(({ idUtilisateur, droits }) => `${idUtilisateur}:${droits}`).sort()].join(' ');
}

/** Source code that repeats the name, so that one of another version shows. `size` is its least number of characters. */
export const sourceOf = (nom: string, size = 0) => ({ nom, padding: nom.repeat(Math.ceil(size / nom.length)) });

/** Facts that one request changes. */
export type FactValues = Readonly<Record<string, string>>;

interface Step {
  /** Whether it was answered with success: then only what it has done may be there. */
  readonly isDone: boolean;
  readonly facts: FactValues;
  /** What may also be there while it is not done, as far as it differs from before and after. */
  readonly between?: FactValues | undefined;
}

/** The values that each fact may have. A fact that no step has named is absent. */
export type Permitted = Map<string, Set<string>>;

/** Notes the next step. */
export function permit(values: Permitted, { isDone, facts, between }: Step): void {
  for (const [fact, value] of Object.entries(facts)) {
    const before = isDone ? [] : (values.get(fact) ?? [absentOf(fact)]);
    const other = isDone ? undefined : between?.[fact];
    values.set(fact, new Set([...before, value, ...(other === undefined ? [] : [other])]));
  }
}

/** How facts that were found differ from what is permitted; empty when they do not. */
export const wrongFacts = (found: Facts, permitted: Permitted): string[] =>
  [...found].flatMap(([fact, value]) => {
    const good = permitted.get(fact) ?? new Set();
    return good.has(value) ? [] : [`${fact} is ${value}, not ${[...good].join(' or ')}`];
  });

const absentOf = (fact: string): string => {
  if (fact.startsWith('session ')) return 'ended';
  return fact.startsWith('password ') ? 'none' : ABSENT;
};
