import { type Facts, permitted } from '../storedState/facts.ts';

/** What requests have made true, as far as their answers tell. */
export class Acknowledged {
  readonly #steps: { readonly isDone: boolean; readonly facts: Facts }[] = [];
  readonly #free = new Set<string>();

  /** @param isDone whether the request was answered with success: then its facts are true, else they may be */
  note(isDone: boolean, facts: Readonly<Record<string, string>> = {}): void {
    this.#steps.push({ isDone, facts: new Map(Object.entries(facts)) });
  }

  /** From now on this fact may have any value. */
  forget(fact: string): void {
    this.#free.add(fact);
  }

  /** All facts so far. */
  names(): Set<string> {
    return new Set(this.#steps.flatMap(({ facts }) => [...facts.keys()]));
  }

  /** How facts that were found differ from what was acknowledged. */
  wrongIn(found: Facts): string[] {
    const good = permitted(this.#steps.filter(({ facts }) => [...facts.keys()].some((fact) => found.has(fact))));
    return [...found].flatMap(([fact, value]) =>
      this.#free.has(fact) || good.get(fact)?.has(value) === true
        ? []
        : [`${fact} is ${value}, not ${[...(good.get(fact) ?? [])].join(' or ')}`],
    );
  }
}
