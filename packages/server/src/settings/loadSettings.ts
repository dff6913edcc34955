import * as v from 'valibot';
import { SettingsError } from '../startError.ts';
import { SETTINGS } from './schema.ts';
import type { Setting } from './setting.ts';
import { unknownSettings } from './unknownSettings.ts';

type Known = typeof SETTINGS;

/** The settings by the keys of `SETTINGS`; null if a setting is absent and has no fixed default. */
export type Settings = {
  readonly [Key in keyof Known]:
    | v.InferOutput<Known[Key]['schema']>
    | (Known[Key]['default'] extends null ? null : never);
};

/** The names of all settings. */
export type SettingName = Known[keyof Known]['name'];

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws SettingsError for an unknown `ALGOTHEQUE_*`, a malformed setting, two equal prefixes or ports, a largest source code that
 * does not fit in the largest request body, or access tokens that may be idle for longer than they live
 */
export function loadSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const problems = unknownSettings(env);
  const read = Object.entries<Setting>(SETTINGS).map(([key, setting]) => {
    const text = env[setting.name] || setting.default;
    if (text === null) return [key, null];
    const result = v.safeParse(setting.schema, text);
    if (!result.success) problems.push(problem(setting, text, result.issues[0].message));
    return [key, result.output];
  });
  if (problems.length > 0) throw new SettingsError(`${problems.join('\n')}\n\`algotheque --help\` lists the settings.`);
  const settings = Object.fromEntries(read) as Settings; // each output is its own schema's, key by key
  refuseOnePrefix(settings);
  refuseOnePort(settings);
  refuseSourceBeyondBody(settings);
  refuseIdleBeyondAbsolute(settings);
  return settings;
}

const PREFIXES = ['usersPrefix', 'algosPrefix', 'foldersPrefix'] as const;

function refuseOnePrefix(settings: Settings): void {
  for (const [path, prefixes] of Map.groupBy(PREFIXES, (prefix) => settings[prefix])) {
    const [one, other] = prefixes.map((prefix) => SETTINGS[prefix].name);
    if (other === undefined) continue;
    throw new SettingsError(`${one} and ${other} must be two paths, not both ${JSON.stringify(path)}`);
  }
}

function refuseOnePort({ port, metricsPort }: Settings): void {
  if (port === 0 || port !== metricsPort) return;
  throw new SettingsError(`${SETTINGS.port.name} and ${SETTINGS.metricsPort.name} must be two ports, not both ${port}`);
}

/** The bytes of the smallest request that creates an algorithm, without its source code. */
const BESIDE_SOURCE = Buffer.byteLength('{"ownerId":1,"nom":"abc","sourceCode":}');

function refuseSourceBeyondBody({ sourceMaxBytes, bodyMaxBytes }: Settings): void {
  const most = bodyMaxBytes - BESIDE_SOURCE;
  if (sourceMaxBytes <= most) return;
  const [source, body] = [SETTINGS.sourceMaxBytes.name, SETTINGS.bodyMaxBytes.name];
  throw new SettingsError(
    `${source} (${sourceMaxBytes}) does not fit in ${body} (${bodyMaxBytes}): lower the first to at most ${most}, or raise the second`,
  );
}

/** The larger of the two could never take effect. */
function refuseIdleBeyondAbsolute({ tokenIdle, tokenAbsolute }: Settings): void {
  if (tokenIdle <= tokenAbsolute) return;
  const [idle, absolute] = [SETTINGS.tokenIdle.name, SETTINGS.tokenAbsolute.name];
  throw new SettingsError(
    `${idle} (${tokenIdle / 1_000} s) must not be longer than ${absolute} (${tokenAbsolute / 1_000} s), which ends every token`,
  );
}

function problem(setting: Setting, text: string, mustBe: string): string {
  return setting.secret === true
    ? `${setting.name} must be ${mustBe}`
    : `${setting.name} must be ${mustBe}, not ${JSON.stringify(text)}`;
}
