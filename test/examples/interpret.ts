import type {
  Action,
  Alternative,
  Appel,
  Arbre,
  BoucleBornee,
  BoucleNonBornee,
  Element,
  Probleme,
} from './elements.ts';
import { parseExpression } from './expression.ts';
import { parseInstruction } from './instruction.ts';
import { Scope, type Value } from './scope.ts';
import { booleanOf, numberOf } from './values.ts';

/** Texts are parsed once; a tree runs the same ones many times. */
const memoised = <Parsed>(parse: (text: string) => Parsed): ((text: string) => Parsed) => {
  const known = new Map<string, Parsed>();
  return (text) => {
    const parsed = known.get(text) ?? parse(text);
    known.set(text, parsed);
    return parsed;
  };
};

const expressionOf = memoised(parseExpression);
const instructionOf = memoised(parseInstruction);

/** Does what a tree of examples/algorithms says with these data, and gives its results by name. */
export function interpret(arbre: Arbre, donnees: Readonly<Record<string, Value>>): Record<string, Value> {
  const scope = new Scope(arbre.dictionnaire);
  for (const [name, value] of Object.entries(donnees)) scope.set(name, structuredClone(value));
  const run = new Run(arbre);
  run.probleme(arbre.racine, scope);
  return Object.fromEntries(arbre.racine.resultats.map((name) => [name, scope.get(name)]));
}

class Run {
  readonly #procedures: ReadonlyMap<string, Arbre['procedures'][number]>;

  constructor({ procedures }: Arbre) {
    this.#procedures = new Map(procedures.map((procedure) => [procedure.nom, procedure]));
  }

  probleme({ donnees, resultats, enfants }: Probleme, scope: Scope): void {
    for (const name of donnees) scope.get(name);
    this.#all(enfants, scope);
    for (const name of resultats) scope.get(name);
  }

  #all(elements: readonly Element[], scope: Scope): void {
    for (const element of elements) this.#one(element, scope);
  }

  #one(element: Element, scope: Scope): void {
    if (element.typeElement === 'Probleme') this.probleme(element, scope);
    else if (element.typeElement === 'Action') this.#action(element, scope);
    else if (element.typeElement === 'Appel') this.#appel(element, scope);
    else if (element.typeElement === 'Alternative') this.#alternative(element, scope);
    else if (element.typeElement === 'BoucleBornee') this.#boucleBornee(element, scope);
    else this.#boucleNonBornee(element, scope);
  }

  #action({ instructions }: Action, scope: Scope): void {
    for (const instruction of instructions) instructionOf(instruction)(scope);
  }

  #alternative({ enfants }: Alternative, scope: Scope): void {
    const holds = (text: string | null): boolean => text === null || booleanOf(expressionOf(text)(scope));
    const chosen = enfants.find(({ expression }) => holds(expression));
    if (chosen !== undefined) this.#all(chosen.enfants, scope);
  }

  #appel(appel: Appel, scope: Scope): void {
    const procedure = this.#procedures.get(appel.procedure);
    if (procedure === undefined) throw new Error(`There is no procedure ${appel.procedure}`);
    const { donnees, resultats, dictionnaire, enfants } = procedure;
    if (appel.arguments.length !== donnees.length || appel.resultats.length !== resultats.length) {
      throw new Error(`${procedure.nom} is called with too many or too few arguments or results`);
    }
    const inner = new Scope(dictionnaire);
    for (const [index, text] of appel.arguments.entries()) inner.set(donnees[index] ?? '', expressionOf(text)(scope));
    this.#all(enfants, inner);
    for (const [index, name] of resultats.entries()) scope.set(appel.resultats[index] ?? '', inner.get(name));
  }

  #boucleBornee({ variable, debut, fin, pas, enfants }: BoucleBornee, scope: Scope): void {
    const [first = 0, last = 0, step = 0] = [debut, fin, pas].map((text) => numberOf(expressionOf(text)(scope)));
    if (step <= 0) throw new Error(`The step ${step} leads nowhere`);
    for (let value = first; value <= last; value += step) {
      scope.set(variable, value);
      this.#all(enfants, scope);
    }
  }

  #boucleNonBornee({ libelle, condition, variant, enfants }: BoucleNonBornee, scope: Scope): void {
    let before = Infinity;
    while (booleanOf(expressionOf(condition)(scope))) {
      const left = numberOf(expressionOf(variant)(scope));
      if (left < 0 || left >= before)
        throw new Error(`« ${libelle} » may not end: its variant went ${before} → ${left}`);
      before = left;
      this.#all(enfants, scope);
    }
  }
}
