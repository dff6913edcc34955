import { expect, it } from 'vitest';
import { prepare } from '../src/prepare.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';

it('a host for metrics without a port is told at the start', async () => {
  const warningsOf = async (env: Record<string, string>) => (await prepare(loadSettings(env))).warnings;
  const host = { ALGOTHEQUE_METRICS_HOST: '127.0.0.1' };
  expect(await warningsOf(host)).toEqual(['ALGOTHEQUE_METRICS_HOST has no effect without ALGOTHEQUE_METRICS_PORT']);
  expect(await warningsOf({ ...host, ALGOTHEQUE_METRICS_PORT: '9464' })).toEqual([]);
});
