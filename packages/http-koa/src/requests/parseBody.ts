import { parseJson } from '@algotheque/domain';
import { HttpError } from '../answers/httpError.ts';
import { HttpResponses } from '../answers/httpResponses.ts';

const { General } = HttpResponses;

export interface JsonBounds {
  /** How many values and names of members there may be. */
  readonly maxTokens: number;
  /** Whether a number that a double would change becomes an InexactNumber. */
  readonly exact: boolean;
}

/** @throws HttpError Payload_too_large for more values than may be, before they are parsed; Malformed_json */
export function jsonFrom(text: string, bounds: JsonBounds): unknown {
  try {
    return text === '' ? {} : parseJson(text, bounds);
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(General.Payload_too_large);
    if (error instanceof SyntaxError) throw new HttpError(General.Malformed_json);
    throw error;
  }
}

const MAX_FORM_FIELDS = 100;

/**
 * The fields of a form. One that is there several times is a list, which no page sends.
 * @throws HttpError Payload_too_large for more fields than any page has
 */
export function formFrom(text: string): unknown {
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS) throw new HttpError(General.Payload_too_large);
  const form = new URLSearchParams(text);
  return Object.fromEntries([...form.keys()].map((name) => [name, oneOrAll(form.getAll(name))]));
}

const oneOrAll = (values: readonly string[]): unknown => (values.length === 1 ? values[0] : values);
