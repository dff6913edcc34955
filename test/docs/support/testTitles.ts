import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
/** Functions that take the title of a test or of a group of tests first. */
const TAKES_TITLE = /^(?:it|test|withScratch|describe\w*)$/;
/** What a runner or a template puts in place of these: a value of the case. A document has `…` there. */
const PART_OF_A_CASE = /%(?:\.\d+)?[sdifjoc#%]|\$(?:[a-z]\w*(?:\.\w+)*|\{[^}]*\})/g;

/** A test as a document names it: the path from the root of the repository, and the title. */
export interface TestName {
  readonly file: string;
  readonly title: string;
}

/** `path` "title", "another title" */
const NAMED = /`([^`]+)` ("[^"]*"(?:, "[^"]*")*)/g;

/**
 * The tests that a text of a document names: each file is followed by one or more titles in double quotes.
 * @param folder of paths that do not begin with `packages/` or `test/`; default: the root of the repository
 */
export function testsNamedIn(text: string, folder = ''): readonly TestName[] {
  return [...text.replaceAll(/\s+/g, ' ').matchAll(NAMED)].flatMap(([, path = '', titles = '']) => {
    const file = /^(?:packages|test)\//.test(path) ? path : join(folder, path);
    return [...titles.matchAll(/"([^"]*)"/g)].map(([, title = '']) => ({ file, title: title.replaceAll('\\|', '|') }));
  });
}

/** The left end of `it`, `it.each(cases)` or `describe.skipIf(isAbsent)`, and the names after it. */
function calleeOf(callee: ts.Expression): readonly string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeOf(callee.expression), callee.name.text];
  return ts.isCallExpression(callee) ? calleeOf(callee.expression) : [];
}

function textOf(title: ts.Expression | undefined): string | null {
  if (title === undefined) return null;
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return null;
  return title.templateSpans.reduce((text, { literal }) => `${text}…${literal.text}`, title.head.text);
}

/**
 * The titles of tests and groups in the text of a file, with `…` for each part that differs from case to case
 * (`%s`, `$name`, `${name}`). What is skipped in any case has none, and neither has what is in it.
 */
function titlesIn(text: string): ReadonlySet<string> {
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first = '', ...modes] = calleeOf(node.expression);
      if (TAKES_TITLE.test(first)) {
        if (modes.includes('skip') || modes.includes('todo')) return;
        const title = textOf(node.arguments[0]);
        if (title !== null) titles.add(title.replaceAll(PART_OF_A_CASE, '…'));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest));
  return titles;
}

const known = new Map<string, ReadonlySet<string>>();

/** What is wrong with the names: a file that is no file of tests, or has no test of the title. */
export function unknownTests(names: readonly TestName[]): readonly string[] {
  return names.flatMap(({ file, title }) => {
    if (!/^(?:packages\/[^/]+\/(?:test|testkit)|test)\/.+\.ts$/.test(file)) return [`${file} is no file of tests`];
    if (!existsSync(join(ROOT, file))) return [`${file} does not exist`];
    const titles = known.get(file) ?? titlesIn(readFileSync(join(ROOT, file), 'utf8'));
    known.set(file, titles);
    return titles.has(title) ? [] : [`${file} has no test "${title}"`];
  });
}
