/**
 * The text, if SQLite keeps it as it is. UTF-8 has no lone surrogates, and what stood for one would be another text.
 * @throws TypeError naming the column
 */
export function storableText(text: string, column: string): string {
  if (!text.isWellFormed()) throw new TypeError(`${column} holds a lone surrogate and cannot be stored as it is`);
  return text;
}
