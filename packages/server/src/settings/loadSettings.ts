import { DEFAULT_HTTP_OPTIONS, isOfConsole } from '@algotheque/http-koa/options';
import * as v from 'valibot';
import { SettingsError } from '../startError.ts';
import { readBoundedText } from '../stores/textFile.ts';
import { type Env, SETTINGS, type Setting, unknownSettings } from './schema.ts';

/** The settings by their names; null if a setting is absent and has no fixed default. */
export type Settings = {
  readonly [Name in keyof typeof SETTINGS]:
    | v.InferOutput<(typeof SETTINGS)[Name]['schema']>
    | ((typeof SETTINGS)[Name]['schema'] extends { readonly default: string } ? never : null);
};

/**
 * Reads the settings. An empty variable, or one of blanks, counts as not set.
 * @throws SettingsError for an unknown `ALGOTHEQUE_*`, a malformed setting, a `…_FILE` that cannot be read, is empty or stands beside its
 * setting, or settings that contradict each other: `CONTRADICTIONS` says which
 */
export function loadSettings(env: Env): Settings {
  const problems = unknownSettings(env);
  const given = { ...env, ...fromFiles(env) };
  const read = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const text = asMeant(given[name]) || v.getDefault(setting.schema);
    if (text === undefined) return [name, null];
    const result = v.safeParse(setting.schema, text);
    if (!result.success) {
      const shown = setting.secret === true ? '' : `, not ${JSON.stringify(text)}`;
      problems.push(`${name} must be ${result.issues[0].message}${shown}`);
    }
    return [name, result.output];
  });
  if (problems.length > 0) throw new SettingsError(`${problems.join('\n')}\n\`algotheque --help\` lists the settings.`);
  const settings = Object.fromEntries(read) as Settings; // each output is that of the schema of its name
  for (const problemIn of CONTRADICTIONS) {
    const problem = problemIn(settings);
    if (problem !== null) throw new SettingsError(problem);
  }
  return settings;
}

/**
 * `docker run --env-file` leaves quotes around a value. Blanks of any kind and line ends at its ends come along from a file or a copy: no
 * value begins or ends with them.
 */
const asMeant = (text = ''): string =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();

/** Settings with credentials in an address, which a file may hold. */
const IN_FILES = ['ALGOTHEQUE_STORE_URL', 'ALGOTHEQUE_MAIL_URL'] as const;

/** More than any address. */
const MAX_FILE_BYTES = 65_536;

function fromFiles(env: Env): Env {
  const read = IN_FILES.map((name) => {
    const path = asMeant(env[`${name}_FILE`]);
    if (path === '') return {};
    if (asMeant(env[name]) !== '') throw new SettingsError(`Set ${name} or ${name}_FILE, not both`);
    const text = readBoundedText(path, MAX_FILE_BYTES, `${name}_FILE: ${path} cannot be read`).trim();
    if (text === '') throw new SettingsError(`${name}_FILE: ${path} is empty`);
    return { [name]: text };
  });
  return Object.assign({}, ...read);
}

const PREFIXES = ['ALGOTHEQUE_USERS_PREFIX', 'ALGOTHEQUE_ALGOS_PREFIX', 'ALGOTHEQUE_FOLDERS_PREFIX'] as const;

/** The bytes of the smallest request that creates an algorithm, without its source code. */
const BESIDE_SOURCE = Buffer.byteLength('{"ownerId":1,"nom":"abc","sourceCode":}');

/** In words, what settings that are right by themselves have against each other; null if nothing. */
const CONTRADICTIONS: readonly ((settings: Settings) => string | null)[] = [
  (settings) => {
    const [path, [one, other] = []] =
      [...Map.groupBy(PREFIXES, (prefix) => settings[prefix])].find(([, { length }]) => length > 1) ?? [];
    return path === undefined ? null : `${one} and ${other} must be two paths, not both ${JSON.stringify(path)}`;
  },
  (settings) => {
    const { admin } = DEFAULT_HTTP_OPTIONS.prefixes; // no setting moves it
    const taken = PREFIXES.find((prefix) => settings[prefix] === admin);
    return taken === undefined ? null : `${taken} must not be ${admin}, where the routes of the administration are`;
  },
  ({ ALGOTHEQUE_PAGES: pages, ...settings }) => {
    const inConsole = PREFIXES.find((prefix) => isOfConsole(settings[prefix]));
    return inConsole === undefined || pages !== 'all'
      ? null
      : `${inConsole} must not be below /app or /admin, where people work in a browser: choose another path, or ALGOTHEQUE_PAGES=mails`;
  },
  ({ PORT: port, ALGOTHEQUE_METRICS: metrics }) =>
    port === 0 || port !== metrics?.port ? null : `PORT and ALGOTHEQUE_METRICS must be two ports, not both ${port}`,
  // Without pages the links of mails would lead to JSON.
  ({ ALGOTHEQUE_PAGES: pages, ALGOTHEQUE_APP_URL: appUrl }) =>
    pages !== 'none' || appUrl !== null
      ? null
      : 'ALGOTHEQUE_PAGES=none needs ALGOTHEQUE_APP_URL, where the links of mails lead',
  ({ ALGOTHEQUE_SOURCE_MAX_BYTES: source, ALGOTHEQUE_BODY_MAX_BYTES: body }) => {
    const most = body - BESIDE_SOURCE;
    return source <= most
      ? null
      : `ALGOTHEQUE_SOURCE_MAX_BYTES (${source}) does not fit in ALGOTHEQUE_BODY_MAX_BYTES (${body}): lower the first to at most ${most}, or raise the second`;
  },
  // An import that is being read leaves room for other bodies.
  ({ ALGOTHEQUE_IMPORT_MAX_BYTES: body, ALGOTHEQUE_BODIES_HELD_BYTES: held }) =>
    2 * body <= held
      ? null
      : `ALGOTHEQUE_IMPORT_MAX_BYTES (${body}) must be at most half of ALGOTHEQUE_BODIES_HELD_BYTES (${held}): lower the first, or raise the second to at least ${2 * body}`,
  // The larger of the two could never take effect.
  ({ ALGOTHEQUE_TOKEN_IDLE: idle, ALGOTHEQUE_TOKEN_ABSOLUTE: absolute }) =>
    idle <= absolute
      ? null
      : `ALGOTHEQUE_TOKEN_IDLE (${idle / 1_000} s) must not be longer than ALGOTHEQUE_TOKEN_ABSOLUTE (${absolute / 1_000} s), which ends every token`,
];
