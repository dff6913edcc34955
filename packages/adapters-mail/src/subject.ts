/** Encoded words of RFC 2047 in UTF-8, as the spool writes them. */
const WORD = /=\?utf-8\?(?<form>[qb])\?(?<text>[^?\s]*)\?=/gi;

/** The subject of a message as people read it; null if it has none. */
export function subjectOf(message: Buffer): string | null {
  const end = message.indexOf('\r\n\r\n');
  const header = message.toString('latin1', 0, end === -1 ? message.length : end);
  const field = /^Subject:[ \t]*(?<value>.*(?:\r\n[ \t].*)*)$/im.exec(header)?.groups?.['value'];
  if (field === undefined) return null;
  const unfolded = field.replace(/\r\n/g, '').replace(/\?=[ \t]+=\?/g, '?==?'); // the space between two encoded words is no part of the text
  return unfolded.replace(WORD, (_, form: string, text: string) => decoded(form, text)).trim();
}

function decoded(form: string, text: string): string {
  if (form.toLowerCase() === 'b') return Buffer.from(text, 'base64').toString();
  const bytes = text
    .replaceAll('_', ' ')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
