import * as v from 'valibot';
import { rangeOf } from '../src/cli/helpText.ts';
import { SETTINGS, type Setting } from '../src/settings/schema.ts';

/** The reference page, docs/settings.md; a test compares the two. */
export function settingsPage(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(
    ([name, setting]) => `| \`${name}\` | ${defaultCell(setting)} | ${rangeOf(setting)} | ${setting.meaning} |`,
  );
  return [
    '# Settings',
    '',
    'For operators: every setting of a server. Settings are environment variables. An empty variable counts as not set.',
    'Blanks and line ends at the ends of a value, also of the secret, are no part of it, and neither are quotes around it. The server does not start with an unknown or',
    'malformed `ALGOTHEQUE_*`, and names it. It ignores what orchestrators set for a service called algotheque:',
    '`ALGOTHEQUE_SERVICE_HOST`, `ALGOTHEQUE_SERVICE_PORT*`, `ALGOTHEQUE_PORT_80_TCP*`, and `ALGOTHEQUE_PORT` if its value begins with',
    '`tcp://`, `udp://` or `sctp://`. A duration is a whole number and a unit: `s`, `m`, `h` or `d`. A limit is a number of times in a',
    'duration: `10/1m`. Write numbers without commas.',
    '',
    '| setting | default | range | meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function defaultCell({ schema }: Setting): string {
  const text = v.getDefault(schema) ?? '';
  return text === '' ? '' : `\`${text}\``;
}
