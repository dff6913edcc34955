import type { Value } from './scope.ts';

export function numberOf(value: Value): number {
  if (typeof value !== 'number') throw new Error(`${JSON.stringify(value)} is not a number`);
  return value;
}

export function booleanOf(value: Value): boolean {
  if (typeof value !== 'boolean') throw new Error(`${JSON.stringify(value)} is not a truth value`);
  return value;
}

export function arrayOf(value: Value): Value[] {
  if (!Array.isArray(value)) throw new Error(`${JSON.stringify(value)} is not an array`);
  return value;
}

export function elementOf(container: Value, index: Value): Value {
  const elements = typeof container === 'string' ? Array.from(container) : arrayOf(container);
  const element = elements[numberOf(index)];
  if (element === undefined) throw new Error(`There is no element ${String(index)} among ${elements.length}`);
  return element;
}

const whole = (value: number): number => {
  if (Number.isNaN(value)) throw new Error('A result is not a number');
  return value;
};

const arithmetic =
  (compute: (a: number, b: number) => number) =>
  (a: Value, b: Value): Value =>
    whole(compute(numberOf(a), numberOf(b)));

const comparison =
  (compare: (a: number, b: number) => boolean) =>
  (a: Value, b: Value): Value =>
    compare(numberOf(a), numberOf(b));

const isSame = (a: Value, b: Value): boolean => {
  if (typeof a !== typeof b || typeof a === 'object') throw new Error('Values of two types, or arrays, are compared');
  return a === b;
};

export const OPERATIONS: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  '+': arithmetic((a, b) => a + b),
  '-': arithmetic((a, b) => a - b),
  '*': arithmetic((a, b) => a * b),
  div: arithmetic((a, b) => Math.trunc(a / b)),
  mod: arithmetic((a, b) => a % b),
  '=': isSame,
  '≠': (a, b) => !isSame(a, b),
  '<': comparison((a, b) => a < b),
  '≤': comparison((a, b) => a <= b),
  '>': comparison((a, b) => a > b),
  '≥': comparison((a, b) => a >= b),
};

const sizeOf = (value: Value): number => (typeof value === 'string' ? Array.from(value) : arrayOf(value)).length;

export const FUNCTIONS: Readonly<Record<string, (...values: [Value, Value]) => Value>> = {
  taille: sizeOf,
  min: arithmetic(Math.min),
  copie: (value) => structuredClone(value),
  tableau: (size, value) => Array.from({ length: numberOf(size) }, () => structuredClone(value)),
  ajouter: (array, value) => [...arrayOf(array), value],
};
