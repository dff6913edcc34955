import { describe, expect, it } from 'vitest';
import type { UserRepository } from '../../../src/index.ts';
import { memoryAuditLog, memoryUserRepository } from '../../../testkit/memory/index.ts';
import {
  auditLogContract,
  type Fixture,
  type Lacks,
  type Runner,
  userRepositoryContract,
} from '../../../testkit/suites/index.ts';
import { dataFixture } from '../memory/memoryFixtures.ts';
import { failedTests } from './broken/collectingRunner.ts';

const REASON = 'nobody can look into it';

type Part = 'dump' | 'reopen' | 'another' | 'cut';

/** Opens fixtures without one part. */
const without = (part: Part) => async () => {
  const { [part]: _, ...fixture }: Fixture<UserRepository> = await dataFixture(memoryUserRepository);
  return fixture;
};

/** The titles of the tests of a suite: those that run, and those that are skipped. */
function titles(part: Part, lacks: Lacks): { readonly run: readonly string[]; readonly skipped: readonly string[] } {
  const [run, skipped]: [string[], string[]] = [[], []];
  const add = (list: string[]) => (title: string) => list.push(title);
  const runner: Runner = { describe: (_name, body) => body(), it: Object.assign(add(run), { skip: add(skipped) }) };
  userRepositoryContract(runner, without(part), lacks);
  return { run, skipped };
}

const failed = (part: Part, lacks: Lacks) =>
  failedTests((runner) => userRepositoryContract(runner, without(part), lacks));

describe('a part that a fixture leaves out', () => {
  it.each(['dump', 'reopen', 'cut'] as const)('is shown with the reason in the tests that are skipped: %s', (part) => {
    const all = titles(part, {});
    const { run, skipped } = titles(part, { [part]: REASON });
    expect(all.skipped).toEqual([]);
    const end = ` (left out without ${part}: ${REASON})`;
    expect(skipped).not.toEqual([]);
    expect(skipped.filter((title) => !title.endsWith(end))).toEqual([]);
    const whole = run.map((title) => title.replace(` (checked without ${part}: ${REASON})`, ''));
    expect([...whole, ...skipped.map((title) => title.slice(0, -end.length))].sort()).toEqual(all.run.toSorted());
  });

  it('is shown in the tests that check less without it', () => {
    const { run, skipped } = titles('another', { another: REASON });
    expect(skipped).toEqual([]);
    expect(run).toContain(`lets one of 30 racing marks succeed (checked without another: ${REASON})`);
    expect(run).toContain('changes one user only');
  });

  it('is shown in passing tests if a runner cannot skip', async () => {
    const names: string[] = [];
    await failedTests((runner) => {
      const it = (name: string, body: () => Promise<void>) => [names.push(name), runner.it(name, body)];
      userRepositoryContract({ ...runner, it }, without('dump'), { dump: REASON });
    });
    const title = 'leaves no data of a deleted user in the store';
    expect(names).toContain(`${title} (left out without dump: ${REASON})`);
  });

  it.each(['dump', 'reopen', 'another', 'cut'] as const)('fails what needs it, without a reason: %s', async (part) => {
    expect(await failed(part, {})).not.toEqual([]);
    expect(await failed(part, { [part]: REASON })).toEqual([]);
  });

  it('may be a part of a single suite', async () => {
    const open = async () => {
      const log = memoryAuditLog();
      return { port: log, events: async () => log.events };
    };
    const run = (lacks: Lacks) => failedTests((runner) => auditLogContract(runner, open, lacks));
    expect(await run({})).toEqual(['does not throw when it cannot write']);
    expect(await run({ breakSink: REASON })).toEqual([]);
  });

  it('must not be present', async () => {
    const open = () => dataFixture(memoryUserRepository);
    const names = await failedTests((runner) => userRepositoryContract(runner, open, { dump: REASON }));
    expect(names).toContain('changes one user only');
  });
});
