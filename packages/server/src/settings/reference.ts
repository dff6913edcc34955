import { SETTINGS, type Setting } from './schema.ts';

const all: readonly Setting[] = Object.values(SETTINGS);

/** The settings as `--help` prints them. */
export function settingsHelp(): string {
  return all.map(({ name, meaning, ...rest }) => `  ${name}${defaultOf(rest)}\n      ${plain(meaning)}`).join('\n');
}

const defaultOf = (setting: Pick<Setting, 'default'>): string =>
  setting.default === null || setting.default === '' ? '' : ` (${setting.default})`;

const plain = (markdown: string): string => markdown.replaceAll('`', '');

/** The reference page, docs/settings.md; a test holds it against this. */
export function settingsPage(): string {
  const rows = all.map(({ name, meaning, ...rest }) => `| \`${name}\` | ${cell(rest)} | ${meaning} |`);
  return [
    '# Settings',
    '',
    'Settings come from the environment. An empty variable counts as not set; an unknown or malformed `ALGOTHEQUE_*` stops',
    'the start and is named, except what orchestrators inject for a service called algotheque (`ALGOTHEQUE_SERVICE_*`,',
    '`ALGOTHEQUE_PORT*`). Durations are a number and a unit: `s`, `m`, `h` or `d`. Limits are times in a duration.',
    '',
    '| setting | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const cell = (setting: Pick<Setting, 'default'>): string =>
  setting.default === null || setting.default === '' ? '' : `\`${setting.default}\``;
