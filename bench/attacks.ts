/**
 * Attacks our server with its embedded defaults; each attack gets a new server. It prints the resident memory of the
 * server, how long `/healthz` took, and how many requests of other users succeeded. Never run in CI, because it measures time.
 *
 *     npx node --conditions=@algotheque/source bench/attacks.ts [--only stalled] [--nginx] [--write]
 *
 * With `--only` it runs the attacks whose names begin with that text; with `--nginx` all come through the nginx of ops/; with
 * `--write` it writes the table into docs/benchmarks.md.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Attack } from './attacks/attack.ts';
import { ATTACKS } from './attacks/list.ts';
import { startNginx } from './attacks/nginx.ts';
import { Observers } from './attacks/observers.ts';
import { Watch } from './attacks/watch.ts';
import { machine } from './http/machine.ts';
import { type ServerProcess, startOurs } from './http/serverProcess.ts';
import { writeSections } from './sections.ts';

const HEAD = [
  '| attack | resident, before → highest, MB | longest wait of `/healthz`, ms | done by others | answers to the attacker |',
  '| --- | ---: | ---: | ---: | --- |',
];

/** The attacker runs in a process of its own, so that its work does not delay the watch. */
async function runAttack(attack: Attack, server: ServerProcess, target: string): Promise<string> {
  const child = fork(fileURLToPath(new URL('attacks/run.ts', import.meta.url)), [
    attack.name,
    `${server.port}`,
    target,
  ]);
  const ended = once(child, 'exit');
  const [report] = await Promise.race([once(child, 'message'), ended.then(() => ['no report'])]);
  await ended;
  return String(report);
}

/** With nginx in front of it, `port` is that of nginx. */
async function startTarget(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  if (!values.nginx) return startOurs({ env });
  const server = await startOurs({ env: { ...env, ALGOTHEQUE_TRUSTED_PROXIES: '127.0.0.1' } });
  const proxy = await startNginx(server.port);
  return { ...server, port: proxy.port, stop: () => proxy.stop().then(() => server.stop()) };
}

async function row(attack: Attack): Promise<string> {
  const env = { ALGOTHEQUE_RATE_LIMITS: attack.isLimited ? 'on' : 'off', ...attack.env };
  const server = await startTarget(env);
  try {
    const target = JSON.stringify((await attack.prepare?.(server.port)) ?? {});
    const observers = new Observers(server, attack.others);
    await observers.register();
    const before = server.memory().now;
    const watch = new Watch(server.port);
    const attacking = runAttack(attack, server, target);
    const done = await observers.run(attacking);
    const answers = await attacking;
    const longest = await watch.stop();
    return `| ${attack.name} | ${mb(before)} → ${mb(server.memory().peak)} | ${longest.toFixed(0)} | ${done} | ${answers} |`;
  } finally {
    await server.stop();
  }
}

const mb = (bytes: number): string => (bytes / 1_000_000).toFixed(0);

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    nginx: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const lines = [...HEAD];
for (const attack of ATTACKS.filter(({ name }) => name.startsWith(values.only))) {
  lines.push(await row(attack));
  console.log(lines.at(-1));
}
const report = `${machine(1)}\n\n${lines.join('\n')}`;
console.log(`\n${report}`);
if (values.write)
  await writeSections(new URL('../docs/benchmarks.md', import.meta.url).pathname, {
    [values.nginx ? 'attacks behind nginx' : 'attacks']: report,
  });
