import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Job {
  readonly permissions: object;
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program, and resolves to what it complains about; null, with a line, if the machine does not have it. */
function complaints(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string | null {
  const { error, status, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (error !== undefined) {
    console.warn(`Not checked, because ${program} is not here: ${program} ${args.join(' ')}`);
    return null;
  }
  return status === 0 ? '' : `${status} ${stderr}`;
}

it('the unit of systemd is valid', () => {
  expect(complaints('systemd-analyze', ['verify', 'ops/algotheque.service']) ?? '').toBe('');
});

const COMPOSE = [['docker', 'compose'] as const, ['docker-compose'] as const].find(
  ([program, ...args]) => spawnSync(program, [...args, 'version']).status === 0,
);

it('compose.yaml is valid, and refuses to start without a secret', () => {
  const [program, ...args] = COMPOSE ?? ['docker-compose'];
  const all = [...args, '--file', 'compose.yaml', 'config', '--quiet'];
  expect(complaints(program, all, { ALGOTHEQUE_SECRET: 'a secret of thirty-two characters' }) ?? '').toBe('');
  expect(complaints(program, all, { ALGOTHEQUE_SECRET: '' }) ?? 'ALGOTHEQUE_SECRET').toContain('ALGOTHEQUE_SECRET');
});

it('every container of compose.yaml has no capability, may get none, and writes only in its volumes', async () => {
  const text = await readFile(join(ROOT, 'compose.yaml'), 'utf8');
  const { services }: { services: Readonly<Record<string, Readonly<Record<string, unknown>>>> } = parse(text, {
    merge: true,
  });
  expect(Object.keys(services).toSorted()).toEqual(['mongodb', 'proxy', 'server1', 'server2']);
  const closed = { cap_drop: ['ALL'], read_only: true, security_opt: ['no-new-privileges:true'] };
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject(closed);
    expect(service['cap_add'], name).toBeUndefined();
    expect(service['privileged'], name).toBeUndefined();
  }
});

it('the access log of nginx has no token of a link', async () => {
  const site = await readFile(join(ROOT, 'ops/nginx.conf'), 'utf8');
  const { paths }: { paths: object } = JSON.parse(await readFile(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const links = Object.keys(paths).filter((path) => path.includes('{token}'));
  expect(links.length).toBeGreaterThanOrEqual(4);
  const [, source = '', shown = ''] = /\n {4}~(\S+) (\S+);/.exec(site) ?? [];
  const [, quiet = ''] = /location ~ (\S+) \{\n\s+error_log \S+ crit;/.exec(site) ?? [];
  for (const path of links) {
    const asked = path.replace('{token}', 'secret-token');
    const logged = asked.replace(new RegExp(`${source}.*$`), shown.replace('$link', '$<link>'));
    expect(logged).toBe(path.replace('{token}', '-'));
    expect(asked).toMatch(new RegExp(quiet)); // a line of the error log has the whole request
  }
  const [format = ''] = /log_format without_tokens [^;]+;/.exec(site) ?? [];
  expect(site).toContain(' without_tokens;');
  expect(format).toContain('$path_without_token');
  expect(format).not.toMatch(/\$(?:request\b|request_uri|uri|args|query_string|http_referer)/);
});

it('the job that publishes a release installs nothing, and only it has rights', async () => {
  const text = await readFile(join(ROOT, '.github/workflows/release.yml'), 'utf8');
  const { permissions, jobs }: { permissions: object; jobs: Readonly<Record<string, Job>> } = parse(text);
  expect(permissions).toEqual({});
  expect(jobs['make']?.permissions).toEqual({ contents: 'read' });
  const { publish } = jobs;
  expect(publish).toMatchObject({ needs: 'make', environment: 'release' });
  expect(publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  expect(publish?.steps.map(({ run = '' }) => run).join('\n')).not.toMatch(/\bnpx\b|\bnpm (?!view |publish )/);
  const uses = Object.values(jobs).flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? []));
  for (const action of uses) expect(action).toMatch(/@[0-9a-f]{40}$/);
});
