import type { Dictionnaire } from './elements.ts';

export type Value = number | boolean | string | Value[];

/** The data of one problem or one call of a procedure. Takes what its dictionary names, of the type it names. */
export class Scope {
  readonly #types: ReadonlyMap<string, string>;
  readonly #values = new Map<string, Value>();

  constructor({ donnees }: Dictionnaire) {
    this.#types = new Map(donnees.map(({ nom, type }) => [nom, type]));
    if (this.#types.size !== donnees.length) throw new Error('A name is twice in the dictionary');
  }

  get(name: string): Value {
    const value = this.#values.get(name);
    if (value === undefined) throw new Error(`${name} has no value`);
    return value;
  }

  set(name: string, value: Value): void {
    const type = this.#types.get(name);
    if (type === undefined) throw new Error(`${name} is not in the dictionary`);
    if (!isOf(value, type)) throw new Error(`${name} is to be ${type}, not ${JSON.stringify(value)}`);
    this.#values.set(name, value);
  }
}

function isOf(value: Value, type: string): boolean {
  if (type === 'entier') return Number.isInteger(value) || value === Infinity;
  if (type === 'booleen') return typeof value === 'boolean';
  if (type === 'texte') return typeof value === 'string';
  const elements = type.replace(/^tableau de /, '');
  return Array.isArray(value) && value.every((element) => isOf(element, elements));
}
