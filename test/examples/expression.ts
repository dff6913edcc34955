import type { Scope, Value } from './scope.ts';
import { booleanOf, elementOf, FUNCTIONS, numberOf, OPERATIONS } from './values.ts';

export type Expression = (scope: Scope) => Value;

const TOKEN = /\s*(\d+|[A-Za-z][A-Za-z0-9]*|[-+*=≠<≤>≥()[\],∞←↔])/uy;

/** Binary operators from the loosest to the tightest; those of a row are taken from left to right. */
const LEVELS: readonly (readonly string[])[] = [
  ['ou'],
  ['et'],
  ['=', '≠', '<', '≤', '>', '≥'],
  ['+', '-'],
  ['*', 'div', 'mod'],
];

/** Reads one expression or instruction, from left to right. */
export class Reader {
  readonly #tokens: string[];

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  /** Takes the next token if it is one of these. */
  take(...expected: readonly string[]): string | null {
    const next = this.#tokens[0];
    if (next === undefined || !expected.includes(next)) return null;
    this.#tokens.shift();
    return next;
  }

  need(...expected: readonly string[]): string {
    const token = this.take(...expected);
    if (token === null)
      throw new Error(`${expected.join(' or ')} is needed before ${this.#tokens.join(' ') || 'the end'}`);
    return token;
  }

  /** Takes the next token, which has to be a name. */
  name(): string {
    const token = this.#tokens.shift() ?? '';
    if (!/^[A-Za-z]/.test(token)) throw new Error(`A name is needed, not ${token || 'the end'}`);
    return token;
  }

  end(): void {
    if (this.#tokens.length > 0) throw new Error(`${this.#tokens.join(' ')} is too much`);
  }

  expression(level = 0): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.expression(level + 1);
    for (let operator = this.take(...operators); operator !== null; operator = this.take(...operators)) {
      left = binary(operator, left, this.expression(level + 1));
    }
    return left;
  }

  #unary(): Expression {
    if (this.take('-') !== null) return negated(this.#unary());
    // Binds tighter than `et`, looser than a comparison.
    if (this.take('non') !== null) return denied(this.expression(2));
    let value = this.#primary();
    while (this.take('[') !== null) {
      value = element(value, this.expression());
      this.need(']');
    }
    return value;
  }

  #primary(): Expression {
    if (this.take('(') !== null) {
      const inner = this.expression();
      this.need(')');
      return inner;
    }
    if (this.take('[') !== null) {
      this.need(']');
      return () => [];
    }
    const word = this.#tokens.shift() ?? '';
    if (this.take('(') !== null) return this.#call(word);
    return constantOf(word) ?? variable(word);
  }

  #call(name: string): Expression {
    const compute = FUNCTIONS[name];
    if (compute === undefined) throw new Error(`There is no function ${name}`);
    const first = this.expression();
    const second = this.take(',') === null ? first : this.expression();
    this.need(')');
    return (scope) => compute(first(scope), second(scope));
  }
}

/** The expression that `text` is, whole. */
export function parseExpression(text: string): Expression {
  const reader = new Reader(text);
  const expression = reader.expression();
  reader.end();
  return expression;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new Error(`${text} cannot be read from ${at}`);
    tokens.push(token);
  }
  return tokens;
}

function constantOf(word: string): Expression | null {
  if (/^\d+$/.test(word)) return () => Number(word);
  const constants: Readonly<Record<string, Value>> = { vrai: true, faux: false, '∞': Infinity };
  const value = constants[word];
  return value === undefined ? null : () => value;
}

function variable(word: string): Expression {
  if (!/^[A-Za-z]/.test(word)) throw new Error(`${word || 'the end'} is not a value`);
  return (scope) => scope.get(word);
}

function binary(operator: string, left: Expression, right: Expression): Expression {
  if (operator === 'et') return (scope) => booleanOf(left(scope)) && booleanOf(right(scope));
  if (operator === 'ou') return (scope) => booleanOf(left(scope)) || booleanOf(right(scope));
  const compute = OPERATIONS[operator];
  if (compute === undefined) throw new Error(`There is no operator ${operator}`);
  return (scope) => compute(left(scope), right(scope));
}

const negated =
  (value: Expression): Expression =>
  (scope) =>
    -numberOf(value(scope));

const denied =
  (value: Expression): Expression =>
  (scope) =>
    !booleanOf(value(scope));

const element =
  (container: Expression, index: Expression): Expression =>
  (scope) =>
    elementOf(container(scope), index(scope));
