import {
  createService,
  PORT_NAMES,
  type Ports,
  requireKnownOptions,
  type Service,
  type ServiceOptions,
} from '@algotheque/domain';
import type { GivenHttpOptions } from '@algotheque/http-koa';
import { openBackend } from './backend.ts';
import { refuseLocalLinks } from './mails/localLinks.ts';
import { prepareFrom } from './prepare.ts';
import type { Settings } from './settings/loadSettings.ts';
import { httpOptionsOf } from './start/httpOptions.ts';
import { asStartError } from './startError.ts';

export interface LocalOptions extends Omit<ServiceOptions, 'serverState'> {
  /** The folder of all local data; made if absent. One process owns it at a time. */
  readonly dataDir: string;
  /** Further settings by their names (`ALGOTHEQUE_MAIL_URL` …), as docs/settings.md lists them. */
  readonly settings?: Readonly<Partial<Record<Exclude<keyof Settings, 'ALGOTHEQUE_DATA_DIR'>, string>>>;
  /**
   * Ports in place of its own, for example a mailer. They must keep the contracts of the domain (`@algotheque/domain/contracts`), and
   * `close` leaves them open. Default: none.
   */
  readonly ports?: Partial<Ports>;
}

export interface Local {
  readonly service: Service;
  /** Every port of the service: its own, and those that were given. */
  readonly ports: Ports;
  /**
   * The settings and the policy that routes and pages need: name, prefixes, addresses, CORS, language, bounds of bodies. `createApp` of
   * `@algotheque/http-koa` takes them from here, so that pages say what mails say: `createApp(await openLocal(…))`.
   */
  readonly http: GivenHttpOptions;
  /** Stops the sweeper, closes the stores and releases the folder. */
  close(): Promise<void>;
}

const NEEDS_DATA_DIR = 'openLocal needs dataDir, the path of a folder';

/**
 * The service on the embedded defaults, without HTTP: SQLite and algorithm files in the folder, mails in its
 * `outbox/`.
 * @throws StartError when the folder cannot be used (not writable, owned by another process, from a newer version),
 * or a setting is wrong; RangeError for a wrong policy, an unknown option or an unknown port; TypeError without `dataDir`, for a setting
 * that is no text, or for a port that is null; the message names it. The methods of ports are not looked at: their contract suites do that
 */
export async function openLocal(given: LocalOptions): Promise<Local> {
  if (given == null) throw new TypeError(NEEDS_DATA_DIR); // from an embedder without a compiler
  requireKnownOptions('openLocal', given, {
    dataDir: true,
    settings: true,
    ports: true,
    policy: true,
    onProblem: true,
    observer: true,
    bounds: true,
  });
  const named: object = given.ports ?? {};
  requireKnownOptions('ports', named, Object.fromEntries(PORT_NAMES.map((name) => [name, true])));
  const { dataDir, settings = {}, ports = {}, policy, ...options } = given;
  if (typeof dataDir !== 'string' || dataDir === '') throw new TypeError(NEEDS_DATA_DIR);
  const noText = Object.entries(Object(settings)).find(([, value]) => !['string', 'undefined'].includes(typeof value));
  if (noText !== undefined) throw new TypeError(`openLocal takes settings as texts: ${noText[0]} is none`);
  const prepared = await prepareFrom({ ...settings, ALGOTHEQUE_DATA_DIR: dataDir });
  refuseLocalLinks(prepared.settings, prepared.places);
  const backend = await openBackend({ ...prepared, policy: { ...prepared.policy, ...policy } }, { ...options, ports });
  try {
    const service = createService(backend.ports, {
      ...options,
      policy: backend.policy,
      serverState: backend.serverState,
    });
    await service.open();
    return {
      service,
      ports: backend.ports,
      http: { ...httpOptionsOf(prepared), locale: backend.policy.locale },
      async close() {
        try {
          await service.close();
        } finally {
          await backend.close();
        }
      },
    };
  } catch (error) {
    await backend.close();
    throw asStartError(error);
  }
}
