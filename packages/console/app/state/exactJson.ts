interface Source {
  readonly source?: string;
}

type RawJson = { readonly rawJSON?: (text: string) => unknown };
type Reviver = (key: string, value: unknown, context?: Source) => unknown;

/**
 * JSON that somebody has typed. A number that JavaScript would change stays as it was typed, where the browser can do that (since 2025 all
 * can): then the service refuses it, and says where it is.
 * @throws SyntaxError
 */
export function parseTyped(text: string): unknown {
  const { rawJSON } = JSON as RawJson;
  const exact: Reviver = (_key, value, context) => {
    const source = context?.source;
    const isChanged = typeof value === 'number' && source !== undefined && String(value) !== source;
    return isChanged && rawJSON !== undefined ? rawJSON(source) : value;
  };
  return JSON.parse(text, exact);
}

export const isSource = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const prettyJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** The bytes that count for the quota: of the JSON without blanks. */
export const compactBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
