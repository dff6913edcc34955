import { build } from 'vite';

const ENTRY = 'virtual:entry';

/** The minified code of a module with all that it imports, as a page would get it. */
export async function bundle(code: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@algotheque/source'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : null),
        load: (id) => (id === `\0${ENTRY}` ? code : null),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' },
    },
  });
  if (!('output' in output) || output.output.length !== 1) throw new Error('Vite did not make one file');
  return output.output[0].code;
}
