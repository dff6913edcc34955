import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { prepare } from '../src/prepare.ts';
import { loadSettings, type Settings } from '../src/settings/loadSettings.ts';
import { SETTINGS } from '../src/settings/schema.ts';
import { servePrepared } from '../src/start/serve.ts';

/** Settings that note which of them somebody reads. */
function watched(settings: Settings): { readonly settings: Settings; readonly read: ReadonlySet<string> } {
  const read = new Set<string>();
  const get = (target: Settings, key: string): unknown => {
    read.add(key);
    return Reflect.get(target, key);
  };
  return { settings: new Proxy(settings, { get }), read };
}

it('a server reads every setting that is declared', async () => {
  const env = {
    ALGOTHEQUE_DATA_DIR: scratchFolder(),
    ALGOTHEQUE_LOG_LEVEL: 'silent',
    ALGOTHEQUE_METRICS: '0',
    PORT: '0',
  };
  const { settings, read } = watched(loadSettings(env));
  await servePrepared(await prepare(settings), { asked: Promise.resolve(), onMail() {} });
  expect(Object.keys(SETTINGS).filter((key) => !read.has(key))).toEqual([]);
});
