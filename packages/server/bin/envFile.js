import { readFileSync } from 'node:fs';

// Plain JavaScript, as what loads it. Node's own reader of such files takes a line that it cannot read for none, cuts a value at `#`, and
// reads no UTF-16: a setting would have no effect, and nobody would notice.

const LINE = /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/;
const QUOTED = /^(["'`])(.*)\1\s*(?:#.*)?$/;

/**
 * The settings of a file `.env`: a line for each, `NAME=value`; a value with `#` in quotes.
 * @param {string} path
 * @returns {Record<string, string>}
 * @throws {Error} that says which line cannot be read, without its value
 */
export function readEnvFile(path) {
  const settings = textOf(readFileSync(path))
    .split(/\r\n?|\n/)
    .map((line, index) => settingOf(line.trim(), index + 1));
  return Object.fromEntries(settings.filter((setting) => setting !== null));
}

/** Windows writes UTF-8 and UTF-16 with a byte order mark. */
function textOf(bytes) {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new Error('it is neither UTF-8 nor UTF-16 with a byte order mark');
  return text;
}

function settingOf(line, number) {
  if (line === '' || line.startsWith('#')) return null;
  const [, name, text] = LINE.exec(line) ?? [];
  if (name === undefined) throw new Error(`line ${number} is no setting, NAME=value`);
  const [, quote, quoted] = QUOTED.exec(text) ?? [];
  if (quote !== undefined && !quoted.includes(quote)) {
    return [name, quote === '"' ? quoted.replaceAll('\\n', '\n') : quoted];
  }
  if (/^["'`]/.test(text))
    throw new Error(`line ${number}: the quotes around the value of ${name} are not closed in the line`);
  const value = text.replace(/(?:^|\s+)#.*$/, '');
  if (value.includes('#'))
    throw new Error(`line ${number}: the value of ${name} has a #: put it in quotes, or a blank before a comment`);
  return [name, value];
}
