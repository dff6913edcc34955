import { DamagedError } from '@algotheque/domain';
import { Binary } from 'mongodb';
import type { CollectionName } from './collections.ts';

/** A document and, for an embedded one, the path to it. */
interface Place {
  readonly collection: string;
  readonly id: unknown;
  readonly path: string;
}

export const orNull = <Stored, Read>(document: Stored | null, read: (document: Stored) => Read): Read | null =>
  document === null ? null : read(document);

/**
 * Reads the fields of one stored document, which anybody may have edited.
 * @throws DamagedError from each method, naming collection, `_id` and field, never the value
 */
export class Fields {
  readonly #document: { readonly [field: string]: unknown };
  readonly #place: Place;

  constructor(document: object, place: Place) {
    this.#document = document as { readonly [field: string]: unknown }; // any object may be read by field name
    this.#place = place;
  }

  /** An integer that a double holds exactly. */
  integer(field: string): number {
    const value = this.#document[field];
    return Number.isSafeInteger(value) ? (value as number) : this.#refuse(field, 'an integer'); // isSafeInteger narrows nothing
  }

  /** Milliseconds since the epoch, or another number that may have a fraction. */
  number(field: string): number {
    const value = this.#document[field];
    return typeof value === 'number' && Number.isFinite(value) ? value : this.#refuse(field, 'a number');
  }

  text(field: string): string {
    const value = this.#document[field];
    return typeof value === 'string' ? value : this.#refuse(field, 'a string');
  }

  oneOf<Choice extends string>(field: string, choices: readonly Choice[]): Choice {
    const value = this.#document[field];
    return choices.find((choice) => choice === value) ?? this.#refuse(field, choices.join(' or '));
  }

  boolean(field: string): boolean {
    const value = this.#document[field];
    return typeof value === 'boolean' ? value : this.#refuse(field, 'true or false');
  }

  bytes(field: string): Uint8Array {
    const value = this.#document[field];
    return value instanceof Binary ? value.value() : this.#refuse(field, 'binary data');
  }

  /** Null if the field is null; a missing field is damage. */
  nullable<Value>(field: string, read: (field: string) => Value): Value | null {
    return this.#document[field] === null ? null : read(field);
  }

  optional<Value>(field: string, read: (field: string) => Value): Value | undefined {
    return this.#document[field] === undefined ? undefined : read(field);
  }

  embedded(field: string): Fields {
    return this.#embed(this.#document[field], field);
  }

  list(field: string): readonly Fields[] {
    const value = this.#document[field];
    if (!Array.isArray(value)) return this.#refuse(field, 'a list');
    return value.map((element: unknown, index) => this.#embed(element, `${field}.${index}`));
  }

  /** What was read from the document. `impossible` returns the field of a value that was never written, or null. */
  possible<Read>(read: Read, impossible: (read: Read) => string | null): Read {
    const field = impossible(read);
    if (field === null) return read;
    const [name = field] = field.split('.');
    // Only the key has another name in the document.
    return this.#refuse(name in this.#document ? field : '_id', 'a value that was ever written');
  }

  #embed(value: unknown, field: string): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.#refuse(field, 'a document');
    return new Fields(value, { ...this.#place, path: `${this.#place.path}${field}.` });
  }

  #refuse(field: string, expected: string): never {
    const { collection, id, path } = this.#place;
    const record = { place: collection, id: shownId(collection, id), field: `${path}${field}` };
    throw new DamagedError(record, `it is not ${expected}; somebody edited it`);
  }
}

/** How much of a digest messages show: enough to identify the session, not all of it. */
const SHOWN_DIGEST = 8;

function shownId(collection: string, id: unknown): string {
  return collection === 'tokens' ? String(id).slice(0, SHOWN_DIGEST) : String(id);
}

export function fieldsOf(collection: CollectionName, document: { readonly _id: unknown }): Fields {
  return new Fields(document, { collection, id: document._id, path: '' });
}
