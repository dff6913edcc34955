import { openApiText } from '@algotheque/http-koa/openapi';
import { describe, expect, it } from 'vitest';
import { runIn } from './runIn.ts';

describe('openapi', () => {
  it('prints the description of the routes under the prefixes of the settings', async () => {
    const env = {
      ALGOTHEQUE_USERS_PREFIX: '/people',
      ALGOTHEQUE_ALGOS_PREFIX: '/v2/algos',
      ALGOTHEQUE_FOLDERS_PREFIX: '/v2/folders',
    };
    const { code, stdout, stderr } = await runIn(['openapi'], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(openApiText({ users: '/people', algos: '/v2/algos', folders: '/v2/folders' }));
  });

  it('refuses a malformed setting in one line', async () => {
    const { code, stdout, stderr } = await runIn(['openapi'], { env: { ALGOTHEQUE_USERS_PREFIX: 'people' } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('ALGOTHEQUE_USERS_PREFIX');
  });
});
