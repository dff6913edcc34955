import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { DEPENDENCY_RULES } from './dependencyRules.ts';
import { folderPairs } from './folderPairs.ts';

interface Cruise {
  /** The source files whose imports were checked, as paths below the root. */
  readonly sources: readonly string[];
  /** `rule: from → to`, one for each import that a rule forbids, and the folders that import each other. */
  readonly violations: readonly string[];
}

/** Checks every import, also of types, in packages/{folder}/{src,app,testkit,adapterkit} below `root`. */
async function cruisePackages(root: string): Promise<Cruise> {
  const { output } = await cruise(
    sourceFolders(root),
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: DEPENDENCY_RULES },
      doNotFollow: { path: 'node_modules' },
      tsPreCompilationDeps: true,
    },
    { exportsFields: ['exports'], conditionNames: ['@algotheque/source', 'import', 'node', 'default'] },
  );
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);
  return {
    sources: output.modules.map(({ source }) => source).filter((source) => source.startsWith('packages/')),
    violations: [
      ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
      ...folderPairs(
        output.modules.map(({ source, dependencies }) => ({
          source,
          imports: dependencies.map(({ resolved }) => resolved),
        })),
      ),
    ],
  };
}

/** The problems of the imports below `root`. A file that was not checked is a problem too, because its imports are unknown. */
export async function dependencyProblems(root: string): Promise<string[]> {
  const { sources, violations } = await cruisePackages(root);
  if (sources.length === 0) return ['no module was cruised'];
  const unseen = sourceFiles(root).filter((file) => !sources.includes(file));
  return [...violations, ...unseen.map((file) => `not cruised: ${file}`)];
}

function sourceFolders(root: string): string[] {
  return readdirSync(join(root, 'packages'))
    .flatMap((name) => [
      `packages/${name}/src`,
      `packages/${name}/app`,
      `packages/${name}/testkit`,
      `packages/${name}/adapterkit`,
    ])
    .filter((folder) => existsSync(join(root, folder)));
}

function sourceFiles(root: string): string[] {
  return sourceFolders(root).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
}

if (import.meta.main) {
  const problems = await dependencyProblems(process.cwd());
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
