import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8');

interface Documented {
  readonly type: string;
  readonly labels: readonly string[];
}

/** The metrics of the table of docs/operations.md, which a test of the server compares with what a server gives. */
async function documented(): Promise<ReadonlyMap<string, Documented>> {
  const rows = [
    ...(await read('docs/operations.md')).matchAll(/^\| `((?:algotheque|nodejs|process)_\w+)` \| (\w+) \| (.*?) ?\|/gm),
  ];
  return new Map(
    rows.map(([, name = '', type = '', labels = '']) => [name, { type, labels: labels.match(/\w+/g) ?? [] }]),
  );
}

/** The queries of the dashboard, with values in place of its variables. */
async function dashboardQueries(): Promise<string[]> {
  const text = await read('ops/grafana-dashboard.json');
  const { panels, templating } = JSON.parse(text) as {
    readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
    readonly templating: { readonly list: readonly { readonly query: string }[] };
  };
  const variables = templating.list.flatMap(({ query }) => /^label_values\((.*), \w+\)$/.exec(query)?.[1] ?? []);
  const queries = [...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), ...variables];
  return queries.map((query) =>
    query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*').replaceAll('$job', 'algotheque'),
  );
}

/** The names of the alerts, and their queries. */
async function alerts(): Promise<{ readonly names: readonly string[]; readonly queries: readonly string[] }> {
  const [, ...rules] = (await read('ops/alerts.yml')).split(/^ +- alert: /m);
  return {
    names: rules.map((rule) => rule.slice(0, rule.indexOf('\n'))),
    queries: rules.map((rule) => /^ +expr: (?:\|\n)?([\s\S]*?)\n +(?:for|labels):/m.exec(rule)?.[1] ?? ''),
  };
}

/** What Prometheus adds to every sample, and to the buckets of histograms. */
const OF_PROMETHEUS = ['job', 'instance', 'le'];

/** What a query names that there is not. */
function unknownIn(query: string, known: ReadonlyMap<string, Documented>): string[] {
  return [...query.matchAll(/\b((?:algotheque|nodejs|process)_\w+)(?:\{(.*?)\})?/g)].flatMap(
    ([, name = '', matchers = '']) => {
      const whole = name.replace(/_(?:bucket|sum|count)$/, '');
      const found = known.get(name)?.type === 'histogram' ? undefined : (known.get(name) ?? histogram(known, whole));
      if (found === undefined) return [name];
      const labels = [...matchers.matchAll(/(\w+) ?(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
      return labels
        .filter((label) => ![...found.labels, ...OF_PROMETHEUS].includes(label))
        .map((label) => `${name}{${label}}`);
    },
  );
}

function histogram(known: ReadonlyMap<string, Documented>, name: string): Documented | undefined {
  const found = known.get(name);
  return found?.type === 'histogram' ? found : undefined;
}

/** What promtool says of a file of rules; null, with a line, if the machine does not have it. */
function complaints(path: string): string | null {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' });
  if (error !== undefined) {
    console.warn(`Not checked, because promtool is not here: ${path}`);
    return null;
  }
  return status === 0 ? '' : stdout + stderr;
}

describe('the files for Prometheus and Grafana', () => {
  it('name only metrics and labels that there are', async () => {
    const known = await documented();
    const { queries } = await alerts();
    const ofDashboard = await dashboardQueries();
    expect([queries.length, ofDashboard.length]).toEqual([15, 33]);
    expect(queries).not.toContain('');
    expect([...queries, ...ofDashboard].flatMap((query) => unknownIn(query, known))).toEqual([]);
    expect(
      unknownIn('rate(algotheque_commit_writes[5m]) + up{x="1"} + algotheque_mails_waiting{to="ada"}', known),
    ).toEqual(['algotheque_commit_writes', 'algotheque_mails_waiting{to}']);
  });

  it('have an alert for each that docs/operations.md explains', async () => {
    const rows = [...(await read('docs/operations.md')).matchAll(/^\| `(Algotheque\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual((await alerts()).names);
  });

  it('are what Prometheus reads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'algotheque-rules-'));
    try {
      const rules = (await dashboardQueries()).map((expr, at) => ({ record: `query:${at}`, expr }));
      const path = join(folder, 'dashboard.yml');
      await writeFile(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] })); // JSON is YAML
      expect(complaints(path) ?? '').toBe('');
      expect(complaints(new URL('ops/alerts.yml', ROOT).pathname) ?? '').toBe('');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
