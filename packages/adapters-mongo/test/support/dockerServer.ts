import { request } from 'node:http';
import { MongoClient } from 'mongodb';
import type { StartedTestContainer } from 'testcontainers';
import type { Mode, MongoProvider, MongoServer, ServerOptions } from './mongoServer.ts';

const SOCKET = '/var/run/docker.sock';
const PING_MS = 1_000;
const PORT = 27_017;

/** Servers in containers; null when no Docker engine answers. testcontainers takes a second to load, so it is loaded only here. */
export async function dockerProvider(image: string): Promise<MongoProvider | null> {
  if (!(await hasDocker(process.env['DOCKER_HOST']))) return null;
  return { modes: ['replicaSet', 'standalone'], isControlled: false, start: (options) => start(image, options) };
}

async function start(image: string, { mode }: ServerOptions): Promise<MongoServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const isMongod = /(^|\/)mongo(:|@|$)/.test(image);
  const container = await new GenericContainer(image)
    .withExposedPorts(PORT)
    .withCommand(commandOf(mode, isMongod))
    .withWaitStrategy(Wait.forLogMessage(/listening on|Waiting for connections/i))
    .start();
  const server = serverIn(container);
  if (mode === 'replicaSet' && isMongod) await initiate(server.url('admin'));
  return server;
}

/** `mongod` is stand-alone unless an option names a replica set. Other images take the options of TEST_MONGODB_COMMAND. */
function commandOf(mode: Mode, isMongod: boolean): string[] {
  if (isMongod) return mode === 'replicaSet' ? ['--replSet', 'rs0', '--bind_ip_all'] : ['--bind_ip_all'];
  return mode === 'standalone' ? ['--standalone'] : [];
}

function serverIn(container: StartedTestContainer): MongoServer {
  const [host, port] = [container.getHost(), container.getMappedPort(PORT)];
  return {
    // Members of a set report an address inside of the container, so the driver must connect directly.
    url: (database, options) =>
      `mongodb://${host}:${port}/${database}?${new URLSearchParams({ directConnection: 'true', ...options })}`,
    host,
    port,
    pid: null,
    async stop() {
      await container.stop();
    },
  };
}

/** Makes a set of one, and waits until it is its primary. */
async function initiate(url: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${PORT}` }] } });
    await client.db('admin').command({ hello: 1 }, { readPreference: 'primary' });
    while ((await admin.command({ hello: 1 }))['isWritablePrimary'] !== true) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await client.close();
  }
}

function hasDocker(host: string | undefined): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const options = host?.startsWith('tcp://')
    ? { hostname: new URL(host).hostname, port: new URL(host).port }
    : { socketPath: host?.replace(/^unix:\/\//, '') ?? SOCKET };
  const ping = request({ ...options, path: '/_ping', timeout: PING_MS }, (answer) => {
    answer.resume();
    resolve(answer.statusCode === 200);
  });
  ping.on('error', () => resolve(false));
  ping.on('timeout', () => ping.destroy());
  ping.end();
  return promise;
}
