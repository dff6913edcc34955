import type { IForbiddenRuleType } from 'dependency-cruiser';

interface Allowance {
  /** npm packages that its sources may import, beside packages of this repository. */
  readonly libraries: readonly string[];
  /** Folders of packages/ that it may import. */
  readonly packages: readonly string[];
  /** Whether it may import Node's own modules (`node:fs`, …). */
  readonly builtins: boolean;
  /** Whether it keeps files, and may import the code that adapters on files share. */
  readonly files?: true;
}

const adapter = (...libraries: string[]): Allowance => ({ libraries, packages: ['domain'], builtins: true });

const onPages = (...libraries: string[]): Allowance => ({ libraries, packages: ['domain', 'pages'], builtins: true });

/** Code that adapters share and that needs Node, so the domain must not import it; it is in the package that all adapters import. */
const ADAPTERKIT = '^packages/domain/adapterkit/';

/** What the sources of each folder of packages/ may import; everything else is forbidden. */
const ALLOWED: Readonly<Record<string, Allowance>> = {
  client: { libraries: ['openapi-fetch'], packages: [], builtins: false },
  domain: { libraries: ['valibot'], packages: [], builtins: false },
  'adapters-mongo': adapter('mongodb'),
  'adapters-sqlite': adapter(),
  'adapters-fs': { ...adapter(), files: true },
  'adapters-mail': { ...adapter('nodemailer'), files: true },
  'adapters-crypto': adapter('@node-rs/argon2'),
  pages: adapter('valibot'),
  console: {
    libraries: [
      'preact',
      '@preact/signals',
      '@codemirror/(commands|lang-json|language|lint|merge|search|state|view)',
      '@lezer/highlight',
    ],
    packages: ['client'],
    builtins: false,
  },
  'http-koa': onPages(
    'bowser',
    'koa',
    '@koa/router',
    'koa-bodyparser',
    'koa-compose',
    'yauzl',
    'yazl',
    'sonic-boom',
    'inversify',
    'reflect-metadata',
    'pino',
    'valibot',
  ),
};

/** The test kit of the domain imports only the public interface of the package, and no program imports the test kit. */
const TESTKIT = '^packages/domain/testkit/';

const TESTKIT_RULES: readonly IForbiddenRuleType[] = [
  {
    name: 'testkit-on-the-public-domain',
    severity: 'error',
    from: { path: TESTKIT },
    to: { pathNot: [TESTKIT, '^packages/domain/src/index\\.ts$'], dependencyTypesNot: ['core'] },
  },
  {
    name: 'memory-without-suites',
    severity: 'error',
    from: { path: `${TESTKIT}memory/` },
    to: { path: `${TESTKIT}suites/` },
  },
];

const ADAPTERKIT_RULE: IForbiddenRuleType = {
  name: 'adapterkit-on-the-public-domain',
  severity: 'error',
  from: { path: ADAPTERKIT },
  to: { pathNot: [ADAPTERKIT, '^packages/domain/src/index\\.ts$'], dependencyTypesNot: ['core'] },
};

/** The composition root: only it may import every package, and no package may import it. */
const COMPOSITION_ROOT = 'server';

/** What runs in a browser is in `app`. */
const source = (folder: string): string => `^packages/${folder}/(src|app)/`;

/** Not anchored at the start, because in a temporary copy of the repository libraries have other paths. Types may come from @types. */
const library = (name: string): string =>
  `(^|/)node_modules/(${name}|@types/${name.replace('@', '').replace('/', '__')})/`;

function rulesOf(folder: string, { libraries, packages, builtins, files }: Allowance): IForbiddenRuleType[] {
  const from = { path: source(folder) };
  const seen = [...[folder, ...packages].map(source), ...(files === true ? [ADAPTERKIT] : [])];
  const isOurs = { path: '^packages/', pathNot: seen };
  const isForeign = { path: '(^|/)node_modules/', pathNot: libraries.map(library) };
  const rules: IForbiddenRuleType[] = [
    { name: `${folder}-packages`, severity: 'error', from, to: isOurs },
    { name: `${folder}-libraries`, severity: 'error', from, to: isForeign },
  ];
  if (builtins) return rules;
  return [...rules, { name: `${folder}-builtins`, severity: 'error', from, to: { dependencyTypes: ['core'] } }];
}

const GENERAL_RULES: readonly IForbiddenRuleType[] = [
  { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
  // The imports of a file that is not found are not checked, so no other rule would apply to them.
  { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'by-package-name',
    severity: 'error',
    from: { path: '^packages/([^/]+)/' },
    to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'sources-only',
    severity: 'error',
    from: { path: '^packages/[^/]+/(src|app)/' },
    to: { path: '^packages/', pathNot: ['^packages/[^/]+/(src|app)/', ADAPTERKIT] },
  },
  {
    name: 'package-in-table',
    severity: 'error',
    from: {
      path: '^packages/',
      pathNot: [...[...Object.keys(ALLOWED), COMPOSITION_ROOT].map(source), TESTKIT, ADAPTERKIT],
    },
    to: {},
  },
];

/** A store that the registry does not name would be one that doctor, backup and migrate do not know. */
const STORE_DRIVERS_RULE: IForbiddenRuleType = {
  name: 'stores-by-their-drivers',
  severity: 'error',
  from: { path: source(COMPOSITION_ROOT), pathNot: `${source(COMPOSITION_ROOT)}stores/drivers\\.ts$` },
  to: { path: ['adapters-sqlite', 'adapters-mongo'].map(source) },
};

export const DEPENDENCY_RULES: IForbiddenRuleType[] = [
  ...Object.entries(ALLOWED).flatMap(([folder, allowance]) => rulesOf(folder, allowance)),
  ...TESTKIT_RULES,
  ADAPTERKIT_RULE,
  STORE_DRIVERS_RULE,
  ...GENERAL_RULES,
];
