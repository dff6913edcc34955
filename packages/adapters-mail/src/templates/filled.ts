const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The names between double braces in a text, in their order. */
export const placeholdersIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);

/** The text without its placeholders. */
export const withoutPlaceholders = (text: string): string => text.replace(PLACEHOLDER, '');

/** The text with its placeholders replaced, in one pass: a value that looks like a placeholder stays as it is. Unknown ones stay too. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
