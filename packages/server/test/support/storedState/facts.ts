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

interface Step {
  /** Whether it was answered with success: then only what it has done may be there. */
  readonly isDone: boolean;
  readonly facts: Facts;
  /** What may also be there while it is not done, as far as it differs from before and after. */
  readonly between?: ReadonlyMap<string, string>;
}

/** The values that each fact may have after the steps, in their order. Facts that no step has named are absent. */
export function permitted(steps: readonly Step[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const { isDone, facts, between } of steps) {
    for (const [fact, value] of facts) {
      const before = isDone ? [] : (values.get(fact) ?? [absentOf(fact)]);
      const other = isDone ? undefined : between?.get(fact);
      values.set(fact, new Set([...before, value, ...(other === undefined ? [] : [other])]));
    }
  }
  return values;
}

const absentOf = (fact: string): string => {
  if (fact.startsWith('session ')) return 'ended';
  return fact.startsWith('password ') ? 'none' : ABSENT;
};
