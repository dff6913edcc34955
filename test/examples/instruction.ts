import { type Expression, Reader } from './expression.ts';
import type { Scope, Value } from './scope.ts';
import { arrayOf, elementOf, numberOf } from './values.ts';

/** A variable, or an element of an array in one. */
interface Place {
  get(scope: Scope): Value;
  set(scope: Scope, value: Value): void;
}

/** What `x ← e`, `t[i] ← e` or `t[i] ↔ t[j]` does. */
export function parseInstruction(text: string): (scope: Scope) => void {
  const reader = new Reader(text);
  const target = readPlace(reader);
  if (reader.need('←', '↔') === '←')
    return assignment(
      target,
      readLast(reader, () => reader.expression()),
    );
  return exchange(
    target,
    readLast(reader, () => readPlace(reader)),
  );
}

function readLast<Part>(reader: Reader, read: () => Part): Part {
  const part = read();
  reader.end();
  return part;
}

const assignment =
  (target: Place, value: Expression) =>
  (scope: Scope): void =>
    target.set(scope, value(scope));

const exchange =
  (one: Place, other: Place) =>
  (scope: Scope): void => {
    const kept = one.get(scope);
    one.set(scope, other.get(scope));
    other.set(scope, kept);
  };

function readPlace(reader: Reader): Place {
  const name = reader.name();
  let place: Place = { get: (scope) => scope.get(name), set: (scope, value) => scope.set(name, value) };
  while (reader.take('[') !== null) {
    place = elementPlace(place, reader.expression());
    reader.need(']');
  }
  return place;
}

function elementPlace(container: Place, index: Expression): Place {
  const get = (scope: Scope): Value => elementOf(container.get(scope), index(scope));
  const set = (scope: Scope, value: Value): void => {
    const replaced = get(scope);
    if (typeof replaced !== typeof value)
      throw new Error(`${JSON.stringify(value)} is put in the place of another type`);
    arrayOf(container.get(scope))[numberOf(index(scope))] = value;
  };
  return { get, set };
}
