import { command } from '../declaration.ts';

export const serve = command({
  name: 'serve',
  summary: 'Serves HTTP until SIGTERM or SIGINT.',
  details: ['Settings are environment variables, such as PORT=4000. `algotheque --help` lists them.'],
  examples: ['serve'],
  exitCodes: {
    0: 'it was stopped by a signal',
    1: 'the start was refused, or the database cannot be opened again after an error of the disk',
  },
  async run({ env }) {
    const { runServer: start } = await import('../../start/serve.ts');
    await start(env);
    return undefined;
  },
});

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
    const { prefixesOf } = await import('../../start/httpOptions.ts');
    const { openApiText } = await import('@algotheque/http-koa/openapi');
    const text = openApiText(prefixesOf(loadSettings(env))).trimEnd();
    return { text, data: text };
  },
});
