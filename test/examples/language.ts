export type Value = number | boolean | string | Value[];

/** The data that expressions and instructions use, by name. */
export interface Scope {
  get(name: string): Value;
  set(name: string, value: Value): void;
}

type Expression = (scope: Scope) => Value;
type Instruction = (scope: Scope) => void;

/** A variable, or an element of an array in one. */
interface Place {
  readonly get: Expression;
  readonly set: (scope: Scope, value: Value) => void;
}

export function fail(problem: string): never {
  throw new Error(problem);
}

const refuse = (value: Value, kind: string): never => fail(`${JSON.stringify(value)} is not ${kind}`);
export const numberOf = (value: Value): number => (typeof value === 'number' ? value : refuse(value, 'a number'));
export const booleanOf = (value: Value): boolean =>
  typeof value === 'boolean' ? value : refuse(value, 'a truth value');
const arrayOf = (value: Value): Value[] => (Array.isArray(value) ? value : refuse(value, 'an array'));
const elementsOf = (value: Value): Value[] => (typeof value === 'string' ? Array.from(value) : arrayOf(value));
const elementOf = (container: Value, index: Value): Value =>
  elementsOf(container)[numberOf(index)] ??
  fail(`There is no element ${String(index)} in ${JSON.stringify(container)}`);

type Operator = (left: () => Value, right: () => Value) => Value;

function arithmetic(compute: (a: number, b: number) => number): Operator {
  return (left, right) => {
    const result = compute(numberOf(left()), numberOf(right()));
    return Number.isNaN(result) ? fail('A result is not a number') : result;
  };
}

const comparison =
  (compare: (a: number, b: number) => boolean): Operator =>
  (left, right) =>
    compare(numberOf(left()), numberOf(right()));

function isSame(left: () => Value, right: () => Value): boolean {
  const [a, b] = [left(), right()];
  if (typeof a !== typeof b || typeof a === 'object') fail('Values of two types, or arrays, are compared');
  return a === b;
}

/** Binary operators from the loosest to the tightest; those of a row are taken from left to right. */
const LEVELS: readonly Readonly<Record<string, Operator>>[] = [
  { ou: (left, right) => booleanOf(left()) || booleanOf(right()) },
  { et: (left, right) => booleanOf(left()) && booleanOf(right()) },
  {
    '=': isSame,
    '≠': (left, right) => !isSame(left, right),
    '<': comparison((a, b) => a < b),
    '≤': comparison((a, b) => a <= b),
    '>': comparison((a, b) => a > b),
    '≥': comparison((a, b) => a >= b),
  },
  { '+': arithmetic((a, b) => a + b), '-': arithmetic((a, b) => a - b) },
  {
    '*': arithmetic((a, b) => a * b),
    div: arithmetic((a, b) => Math.trunc(a / b)),
    mod: arithmetic((a, b) => a % b),
  },
];

const FUNCTIONS: Readonly<Record<string, Operator>> = {
  taille: (value) => elementsOf(value()).length,
  min: arithmetic(Math.min),
  copie: (value) => structuredClone(value()),
  tableau: (size, value) => Array.from({ length: numberOf(size()) }, () => structuredClone(value())),
  ajouter: (array, value) => [...arrayOf(array()), value()],
};

const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['vrai', true],
  ['faux', false],
  ['∞', Infinity],
]);

const TOKEN = /\s*(\d+|[A-Za-z][A-Za-z0-9]*|[-+*=≠<≤>≥()[\],∞←↔])/uy;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex)
    tokens.push(TOKEN.exec(text)?.[1] ?? fail(`${text} cannot be read from ${at}`));
  return tokens;
}

/** Reads one expression or instruction, from left to right. */
class Reader {
  readonly #tokens: string[];

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  /** Takes the next token if it is one of these. */
  #take(...expected: readonly string[]): string | null {
    const [next = ''] = this.#tokens;
    return expected.includes(next) ? (this.#tokens.shift() ?? null) : null;
  }

  #need(...expected: readonly string[]): string {
    const rest = this.#tokens.join(' ') || 'the end';
    return this.#take(...expected) ?? fail(`${expected.join(' or ')} is needed before ${rest}`);
  }

  end(): void {
    if (this.#tokens.length > 0) fail(`${this.#tokens.join(' ')} is too much`);
  }

  /** What `x ← e`, `t[i] ← e` or `t[i] ↔ t[j]` does. */
  instruction(): Instruction {
    const target = this.#place();
    if (this.#need('←', '↔') === '←') {
      const value = this.expression();
      return (scope) => target.set(scope, value(scope));
    }
    const other = this.#place();
    return (scope) => {
      const kept = target.get(scope);
      target.set(scope, other.get(scope));
      other.set(scope, kept);
    };
  }

  expression(level = 0): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    const names = Object.keys(operators);
    let left = this.expression(level + 1);
    for (let name = this.#take(...names); name !== null; name = this.#take(...names)) {
      left = applied(operators[name], left, this.expression(level + 1));
    }
    return left;
  }

  #unary(): Expression {
    if (this.#take('-') !== null) {
      const value = this.#unary();
      return (scope) => -numberOf(value(scope));
    }
    if (this.#take('non') !== null) {
      const value = this.expression(2); // binds tighter than `et`, looser than a comparison
      return (scope) => !booleanOf(value(scope));
    }
    if (this.#take('(') !== null) {
      const inner = this.expression();
      this.#need(')');
      return inner;
    }
    if (this.#take('[') !== null) {
      this.#need(']');
      return () => [];
    }
    const [word = '', next] = this.#tokens;
    const constant = /^\d+$/.test(word) ? Number(word) : CONSTANTS.get(word);
    if (constant === undefined && next !== '(') return this.#place().get;
    this.#tokens.shift();
    return constant === undefined ? this.#call(word) : () => constant;
  }

  #call(name: string): Expression {
    this.#need('(');
    const first = this.expression();
    const second = this.#take(',') === null ? first : this.expression();
    this.#need(')');
    return applied(FUNCTIONS[name] ?? fail(`There is no function ${name}`), first, second);
  }

  #place(): Place {
    const name = this.#tokens.shift() ?? '';
    if (!/^[A-Za-z]/.test(name)) fail(`A name is needed, not ${name || 'the end'}`);
    let place: Place = { get: (scope) => scope.get(name), set: (scope, value) => scope.set(name, value) };
    while (this.#take('[') !== null) {
      place = elementPlace(place.get, this.expression());
      this.#need(']');
    }
    return place;
  }
}

const applied =
  (operator: Operator | undefined, first: Expression, second: Expression): Expression =>
  (scope) =>
    operator?.(
      () => first(scope),
      () => second(scope),
    ) ?? fail('There is no such operator');

function elementPlace(container: Expression, index: Expression): Place {
  const get: Expression = (scope) => elementOf(container(scope), index(scope));
  return {
    get,
    set(scope, value) {
      if (typeof get(scope) !== typeof value) fail(`${JSON.stringify(value)} is put in the place of another type`);
      arrayOf(container(scope))[numberOf(index(scope))] = value;
    },
  };
}

/** Texts are parsed once; a tree runs the same ones many times. */
function parser<Parsed>(read: (reader: Reader) => Parsed): (text: string) => Parsed {
  const known = new Map<string, Parsed>();
  return (text) => {
    const reader = new Reader(text);
    const parsed = known.get(text) ?? read(reader);
    if (!known.has(text)) reader.end();
    known.set(text, parsed);
    return parsed;
  };
}

/** The expression, or the instruction, that a text is, whole. */
export const expressionOf = parser((reader) => reader.expression());
export const instructionOf = parser((reader) => reader.instruction());
