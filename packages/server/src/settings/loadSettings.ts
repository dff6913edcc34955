import { isOfConsole } from '@algotheque/http-koa/options';
import * as v from 'valibot';
import { SettingsError } from '../startError.ts';
import { readBoundedText } from '../stores/textFile.ts';
import { type Env, SETTINGS, type Setting } from './schema.ts';
import { unknownSettings } from './unknownSettings.ts';

/** The settings by their names; null if a setting is absent and has no fixed default. */
export type Settings = {
  readonly [Name in keyof typeof SETTINGS]:
    | v.InferOutput<(typeof SETTINGS)[Name]['schema']>
    | ((typeof SETTINGS)[Name] extends { readonly default: string } ? never : null);
};

/**
 * Reads the settings. An empty variable, or one of blanks, counts as not set.
 * @throws SettingsError for an unknown `ALGOTHEQUE_*`, a malformed setting, a `…_FILE` that cannot be read, is empty or stands beside its
 * setting, or settings that contradict each other: each `refuse…` below says which
 */
export function loadSettings(env: Env): Settings {
  const problems = unknownSettings(env);
  const given = { ...env, ...fromFiles(env) };
  const read = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const text = asMeant(given[name]) || setting.default;
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
  refuseOnePrefix(settings);
  refuseOnePort(settings);
  refuseLinksToNoPage(settings);
  refuseSourceBeyondBody(settings);
  refuseImportBeyondHeld(settings);
  refuseIdleBeyondAbsolute(settings);
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

function refuseOnePrefix(settings: Settings): void {
  for (const [path, [one, other]] of Map.groupBy(PREFIXES, (prefix) => settings[prefix])) {
    if (other === undefined) continue;
    throw new SettingsError(`${one} and ${other} must be two paths, not both ${JSON.stringify(path)}`);
  }
  const inConsole = PREFIXES.find((prefix) => isOfConsole(settings[prefix]));
  if (inConsole === undefined || settings.ALGOTHEQUE_PAGES !== 'all') return;
  throw new SettingsError(
    `${inConsole} must not be below /app or /admin, where people work in a browser: choose another path, or ALGOTHEQUE_PAGES=mails`,
  );
}

/** Without pages the links of mails would lead to JSON. */
function refuseLinksToNoPage({ ALGOTHEQUE_PAGES: pages, ALGOTHEQUE_APP_URL: appUrl }: Settings): void {
  if (pages !== 'none' || appUrl !== null) return;
  throw new SettingsError('ALGOTHEQUE_PAGES=none needs ALGOTHEQUE_APP_URL, where the links of mails lead');
}

function refuseOnePort({ PORT: port, ALGOTHEQUE_METRICS: metrics }: Settings): void {
  if (port === 0 || port !== metrics?.port) return;
  throw new SettingsError(`PORT and ALGOTHEQUE_METRICS must be two ports, not both ${port}`);
}

/** The bytes of the smallest request that creates an algorithm, without its source code. */
const BESIDE_SOURCE = Buffer.byteLength('{"ownerId":1,"nom":"abc","sourceCode":}');

function refuseSourceBeyondBody({
  ALGOTHEQUE_SOURCE_MAX_BYTES: source,
  ALGOTHEQUE_BODY_MAX_BYTES: body,
}: Settings): void {
  const most = body - BESIDE_SOURCE;
  if (source <= most) return;
  throw new SettingsError(
    `ALGOTHEQUE_SOURCE_MAX_BYTES (${source}) does not fit in ALGOTHEQUE_BODY_MAX_BYTES (${body}): lower the first to at most ${most}, or raise the second`,
  );
}

/** An import that is being read leaves room for other bodies. */
function refuseImportBeyondHeld({
  ALGOTHEQUE_IMPORT_MAX_BYTES: body,
  ALGOTHEQUE_BODIES_HELD_BYTES: held,
}: Settings): void {
  if (2 * body <= held) return;
  throw new SettingsError(
    `ALGOTHEQUE_IMPORT_MAX_BYTES (${body}) must be at most half of ALGOTHEQUE_BODIES_HELD_BYTES (${held}): lower the first, or raise the second to at least ${2 * body}`,
  );
}

/** The larger of the two could never take effect. */
function refuseIdleBeyondAbsolute({
  ALGOTHEQUE_TOKEN_IDLE: idle,
  ALGOTHEQUE_TOKEN_ABSOLUTE: absolute,
}: Settings): void {
  if (idle <= absolute) return;
  throw new SettingsError(
    `ALGOTHEQUE_TOKEN_IDLE (${idle / 1_000} s) must not be longer than ALGOTHEQUE_TOKEN_ABSOLUTE (${absolute / 1_000} s), which ends every token`,
  );
}
