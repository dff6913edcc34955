import { MongoClient } from 'mongodb';
import type { Mode, MongoProvider, MongoServer } from './mongoServer.ts';

/** The server at a given URL. It runs in one mode only. */
export async function givenProvider(url: string): Promise<MongoProvider> {
  const mode = await modeOf(url);
  return { modes: [mode], isControlled: false, start: async () => serverAt(url) };
}

function serverAt(url: string): MongoServer {
  const [, before = url, query = ''] = /^([^?]*?:\/\/[^/?]*)(?:\/[^?]*)?(?:\?(.*))?$/.exec(url) ?? [];
  const [host = '', port = '27017'] = (before.split(/@|:\/\//).at(-1) ?? '').split(',')[0]?.split(':') ?? [];
  return {
    url: (database, options) =>
      `${before}/${database}?${new URLSearchParams([...new URLSearchParams(query), ...Object.entries(options ?? {})])}`,
    host,
    port: Number(port),
    pid: null,
    stop: async () => {},
  };
}

/** The server's description of itself. */
async function modeOf(url: string): Promise<Mode> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
  try {
    const { setName, msg } = await client.db('admin').command({ hello: 1 });
    return setName === undefined && msg !== 'isdbgrid' ? 'standalone' : 'replicaSet';
  } finally {
    await client.close();
  }
}
