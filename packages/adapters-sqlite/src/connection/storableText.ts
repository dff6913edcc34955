/**
 * The text, if SQLite stores it unchanged. UTF-8 has no lone surrogates, so such a text would be changed.
 * @throws TypeError naming the column
 */
export function storableText(text: string, column: string): string {
  if (!text.isWellFormed()) throw new TypeError(`${column} holds a lone surrogate and cannot be stored as it is`);
  return text;
}
