import { type TestName, testsNamedIn } from './testTitles.ts';

/** A statement of a document: a list item, a row of a table or a paragraph. */
interface Claim {
  readonly text: string;
  /** The names of its references: `[^name]`. */
  readonly references: readonly string[];
}

export interface ClaimsOfDocument {
  readonly claims: readonly Claim[];
  /** The tests of each reference that is defined: `[^name]: …`. */
  readonly tests: ReadonlyMap<string, readonly TestName[]>;
}

const DEFINITION = /^\[\^([\w-]+)\]: (.*)$/gm;
/** What is between two comments of the same name is made by a command; a fence or four spaces hold code. */
const NO_TEXT = /^<!-- (\w+) -->$.*?^<!-- \/\1 -->$|^```.*?^```$|^ {4}[^\n]*$/gms;

/** The parts of a document: each heading with the text below it. The text before the first one is called `''`. */
function sectionsOf(text: string): readonly (readonly [heading: string, text: string])[] {
  return text.split(/^#{2,} /m).map((part, index) => {
    const [heading = '', ...rest] = part.split('\n');
    return index === 0 ? ['', part] : [heading, rest.join('\n')];
  });
}

/** Rows of tables without their heads, list items, and paragraphs. What ends in a colon introduces what follows. */
function statementsIn(block: string): readonly string[] {
  if (block.startsWith('|')) return block.split('\n').slice(2);
  return block.split(/^(?=(?:-|\d+\.) )/m).filter((statement) => !statement.endsWith(':'));
}

/**
 * Reads what a document states, and the tests that it names in footnotes.
 * @param withoutClaims the headings of the sections that state nothing
 */
export function claimsOf(document: string, withoutClaims: readonly string[]): ClaimsOfDocument {
  const text = document.replaceAll(NO_TEXT, '');
  const sections = sectionsOf(text.replaceAll(DEFINITION, '')).filter(([heading]) => !withoutClaims.includes(heading));
  const blocks = sections.flatMap(([, below]) => below.split(/\n{2,}/).map((block) => block.trim()));
  const statements = blocks.flatMap(statementsIn).filter((statement) => statement.trim() !== '');
  return {
    claims: statements.map((statement) => ({
      text: statement.replaceAll(/\s+/g, ' ').trim(),
      references: [...statement.matchAll(/\[\^([\w-]+)\]/g)].map(([, name = '']) => name),
    })),
    tests: new Map([...text.matchAll(DEFINITION)].map(([, name = '', tests = '']) => [name, testsNamedIn(tests)])),
  };
}

/** What is wrong with the references of a document, in words. */
export function referenceProblems({ claims, tests }: ClaimsOfDocument): readonly string[] {
  const used = new Set(claims.flatMap(({ references }) => references));
  return [
    ...claims.filter(({ references }) => references.length === 0).map(({ text }) => `without a test: ${text}`),
    ...[...used].filter((name) => !tests.has(name)).map((name) => `[^${name}] is not defined`),
    ...[...tests.keys()].filter((name) => !used.has(name)).map((name) => `[^${name}] is not used`),
    ...[...tests].filter(([, named]) => named.length === 0).map(([name]) => `[^${name}] names no test`),
  ];
}
