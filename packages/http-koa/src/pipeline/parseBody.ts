import { parseJsonInSteps } from '@algotheque/domain';
import { HttpError } from '../httpError.ts';
import { HttpResponses } from '../httpResponses.ts';
import type { Steps } from './inTurns.ts';

const { General } = HttpResponses;

export interface JsonBounds {
  /** The most values and names of members. */
  readonly maxTokens: number;
  /** Whether a number that a double would change becomes an InexactNumber. */
  readonly exact: boolean;
}

// More than a client meets that does not know this limit of doubles, and few enough to take no time.
const MAX_INEXACT = 1_000;

/**
 * The value of a JSON text.
 * @throws HttpError Payload_too_large for more values, or more numbers that a double would change, than allowed,
 * before they are parsed; Malformed_json
 */
export function* jsonFrom(text: string, bounds: JsonBounds): Steps<unknown> {
  try {
    return text === '' ? {} : yield* parseJsonInSteps(text, { ...bounds, maxInexact: MAX_INEXACT });
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(General.Payload_too_large);
    if (error instanceof SyntaxError) throw new HttpError(General.Malformed_json);
    throw error;
  }
}

const MAX_FORM_FIELDS = 100;

/**
 * The fields of a form. A field that occurs several times is a list, which no page sends.
 * @throws HttpError Payload_too_large for more fields than any page has
 */
export function formFrom(text: string): unknown {
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS) throw new HttpError(General.Payload_too_large);
  const form = new URLSearchParams(text);
  return Object.fromEntries([...form.keys()].map((name) => [name, oneOrAll(form.getAll(name))]));
}

const oneOrAll = (values: readonly string[]): unknown => (values.length === 1 ? values[0] : values);
