import { command } from '../declaration.ts';

export const openapi = command({
  name: 'openapi',
  summary: 'Prints the description of the HTTP routes in OpenAPI 3.1.',
  details: [
    'The routes have the prefixes of the settings, from the environment. A server has the same at /openapi.json.',
  ],
  examples: ['openapi > openapi.json'],
  exitCodes: { 0: 'the description was printed', 1: 'a setting is malformed' },
  async run({ env }) {
    const { loadSettings } = await import('../../settings/loadSettings.ts');
    const { usersPrefix, algosPrefix } = loadSettings(env);
    const { openApiText } = await import('@algotheque/http-koa/openapi');
    const text = openApiText({ users: usersPrefix, algos: algosPrefix }).trimEnd();
    return { text, data: text };
  },
});
