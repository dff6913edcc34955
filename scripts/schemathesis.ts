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
import { join } from 'node:path';
import { startOurs } from '../bench/http/serverProcess.ts';

const VERSION = '4.32.5';
const FOLDER = join(import.meta.dirname, 'schemathesis');

/** A user may own what all examples together create. */
const SETTINGS = { ALGOTHEQUE_QUOTA_ALGOS: '1000000', ALGOTHEQUE_LOG_LEVEL: 'warn' };

const { SCHEMATHESIS: st = 'st' } = process.env;
if (spawnSync(st, ['--version']).status === 0) process.exitCode = await tested();
else
  console.log(`Nothing was tested: schemathesis is not installed. To install it: pip install schemathesis==${VERSION}`);

/** Runs the tests. @returns the exit code of schemathesis */
async function tested(): Promise<number> {
  const server = await startOurs({ env: SETTINGS, log: 'inherit' });
  const url = `http://127.0.0.1:${server.port}`;
  try {
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
    await server.stop();
  }
}
