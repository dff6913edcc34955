import { booleanOf, expressionOf, fail, instructionOf, numberOf, type Scope, type Value } from './language.ts';

interface Dictionnaire {
  readonly donnees: readonly { readonly nom: string; readonly type: string }[];
}

type Kind = 'Probleme' | 'Action' | 'Appel' | 'Alternative' | 'BoucleBornee' | 'BoucleNonBornee';

/** An element of a tree, with the fields of all kinds; the schema of the format says which kind has which. */
interface Element {
  readonly typeElement: Kind;
  readonly libelle: string;
  readonly enfants: readonly Element[];
  readonly donnees: readonly string[];
  readonly resultats: readonly string[];
  readonly instructions: readonly string[];
  readonly procedure: string;
  readonly arguments: readonly string[];
  readonly expression: string | null;
  readonly variable: string;
  readonly debut: string;
  readonly fin: string;
  readonly pas: string;
  readonly condition: string;
  readonly variant: string;
}

/** The format of examples/algorithms, as far as an interpreter needs it. */
export interface Arbre {
  readonly dictionnaire: Dictionnaire;
  readonly racine: Element;
  readonly procedures: readonly (Element & { readonly nom: string; readonly dictionnaire: Dictionnaire })[];
}

/** The data of one problem or one call of a procedure. Takes what its dictionary names, of the type it names. */
function scopeOf({ donnees }: Dictionnaire): Scope {
  const types = new Map(donnees.map(({ nom, type }) => [nom, type]));
  if (types.size !== donnees.length) fail('A name is twice in the dictionary');
  const values = new Map<string, Value>();
  return {
    get: (name) => values.get(name) ?? fail(`${name} has no value`),
    set(name, value) {
      const type = types.get(name) ?? fail(`${name} is not in the dictionary`);
      if (!isOf(value, type)) fail(`${name} is to be ${type}, not ${JSON.stringify(value)}`);
      values.set(name, value);
    },
  };
}

function isOf(value: Value, type: string): boolean {
  if (type === 'entier') return Number.isInteger(value) || value === Infinity;
  if (type === 'booleen') return typeof value === 'boolean';
  if (type === 'texte') return typeof value === 'string';
  const elements = type.replace(/^tableau de /, '');
  return Array.isArray(value) && value.every((element) => isOf(element, elements));
}

/** Does what a tree of examples/algorithms says with these data, and gives its results by name. */
export function interpret(arbre: Arbre, donnees: Readonly<Record<string, Value>>): Record<string, Value> {
  const { dictionnaire, racine, procedures } = arbre;
  const all = (elements: readonly Element[], scope: Scope): void => {
    for (const element of elements) run[element.typeElement](element, scope);
  };
  const run: Readonly<Record<Kind, (element: Element, scope: Scope) => void>> = {
    Probleme({ donnees: given, resultats, enfants }, scope) {
      for (const name of given) scope.get(name);
      all(enfants, scope);
      for (const name of resultats) scope.get(name);
    },
    Action({ instructions }, scope) {
      for (const instruction of instructions) instructionOf(instruction)(scope);
    },
    Alternative({ enfants }, scope) {
      const chosen = enfants.find(({ expression: text }) => text === null || booleanOf(expressionOf(text)(scope)));
      all(chosen?.enfants ?? [], scope);
    },
    Appel(appel, scope) {
      const called = procedures.find(({ nom }) => nom === appel.procedure);
      const procedure = called ?? fail(`There is no procedure ${appel.procedure}`);
      if (appel.arguments.length !== procedure.donnees.length || appel.resultats.length !== procedure.resultats.length)
        fail(`${procedure.nom} is called with too many or too few arguments or results`);
      const inner = scopeOf(procedure.dictionnaire);
      for (const [at, text] of appel.arguments.entries())
        inner.set(procedure.donnees[at] ?? '', expressionOf(text)(scope));
      all(procedure.enfants, inner);
      for (const [at, name] of procedure.resultats.entries()) scope.set(appel.resultats[at] ?? '', inner.get(name));
    },
    BoucleBornee({ variable, debut, fin, pas, enfants }, scope) {
      const [first = 0, last = 0, step = 0] = [debut, fin, pas].map((text) => numberOf(expressionOf(text)(scope)));
      if (step <= 0) fail(`The step ${step} leads nowhere`);
      for (let value = first; value <= last; value += step) {
        scope.set(variable, value);
        all(enfants, scope);
      }
    },
    BoucleNonBornee({ libelle, condition, variant, enfants }, scope) {
      for (let before = Infinity; booleanOf(expressionOf(condition)(scope)); ) {
        const left = numberOf(expressionOf(variant)(scope));
        if (left < 0 || left >= before) fail(`« ${libelle} » may not end: its variant went ${before} → ${left}`);
        before = left;
        all(enfants, scope);
      }
    },
  };
  const scope = scopeOf(dictionnaire);
  for (const [name, value] of Object.entries(donnees)) scope.set(name, structuredClone(value));
  run.Probleme(racine, scope);
  return Object.fromEntries(racine.resultats.map((name) => [name, scope.get(name)]));
}
