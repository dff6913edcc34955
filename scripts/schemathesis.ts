/**
 * Tests a server of its own by its description, with the property-based tests of schemathesis:
 *
 *     npm run schemathesis -- --max-examples 2000
 *
 * Arguments go to `st run`. The program is the one that SCHEMATHESIS names, or `st` of the search path. Without it nothing is
 * tested, and a line says so. `schemathesis/schemathesis.toml` names the phases, `schemathesis/hooks.py` gets the access tokens.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const VERSION = '4.32.5';
const FOLDER = join(import.meta.dirname, 'schemathesis');
const BIN = join(import.meta.dirname, '../packages/server/bin/algotheque.js');

/** Without limits, because all requests come from one address. A user may own what all examples together create. */
const SETTINGS = {
  PORT: '0',
  ALGOTHEQUE_RATE_LIMITS: 'off',
  ALGOTHEQUE_QUOTA_ALGOS: '1000000',
  ALGOTHEQUE_LOG_LEVEL: 'warn',
  ALGOTHEQUE_STOP_GRACE: '0s',
};

const { SCHEMATHESIS: st = 'st' } = process.env;
if (spawnSync(st, ['--version']).status === 0) process.exitCode = await tested();
else
  console.log(`Nothing was tested: schemathesis is not installed. To install it: pip install schemathesis==${VERSION}`);

/** Runs the tests. @returns the exit code of schemathesis */
async function tested(): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'algotheque-schemathesis-'));
  const server = spawn(process.execPath, ['--conditions=@algotheque/source', BIN, 'serve'], {
    env: { ...process.env, ...SETTINGS, ALGOTHEQUE_DATA_DIR: data },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const ended = once(server, 'close');
  try {
    const url = await firstUrl(server.stderr);
    const options = ['--config-file', join(FOLDER, 'schemathesis.toml')];
    const run = spawn(st, [...options, 'run', `${url}/openapi.json`, ...process.argv.slice(2)], {
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: FOLDER,
        PYTHONDONTWRITEBYTECODE: '1',
        ALGOTHEQUE_TESTED_URL: url,
      },
      stdio: 'inherit',
    });
    const [code] = await once(run, 'close');
    return typeof code === 'number' ? code : 1;
  } finally {
    server.kill();
    await ended;
    rmSync(data, { recursive: true });
  }
}

/** Where the server listens: it says so on standard error. */
async function firstUrl(lines: Readable): Promise<string> {
  let output = '';
  for await (const chunk of lines.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    const url = / listens on (http:\S+)/.exec(output)?.[1];
    if (url !== undefined) {
      lines.resume(); // so that later lines do not fill the pipe
      return url;
    }
  }
  throw new Error(`The server did not start: ${output}`);
}
