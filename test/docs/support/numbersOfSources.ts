import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
/** What is generated, and texts for people, have no bounds. */
const NO_CODE = /\/(?:generated|texts|templates\/(?:en|fr))\b|openapi\/examples\.ts$/;
const IN_CAPITALS = /^[A-Z][A-Z0-9_]*$/;
/** A time is no amount of anything. */
const TIME = /(?:_MS|_S|Ms|[a-z]MS)(?:\.|$)/;
/** Functions and fields that bound something by their names. */
const BOUNDS_SOMETHING = /^(?:max|most|limit|batch|highWater|at(?:Most|Once)|up(?:To|per))/i;

const SQL_LIMIT = /\bLIMIT [02-9]\d*|\bLIMIT 1\d+/g;

/** A number in the sources: `file.ts NAME`, or `file.ts NAME.field`; with its package. */
export interface SourceNumber {
  readonly packageName: string;
  readonly name: string;
  readonly value: number;
}

type Known = ReadonlyMap<string, number>;

/** The value of digits and of the operations on them; null for anything else, and for modes and codes in octal or hexadecimal digits. */
function numberOf(node: ts.Node, known: Known): number | null {
  if (ts.isNumericLiteral(node)) return /^0[xo]/i.test(node.getText()) ? null : Number(node.text);
  if (ts.isIdentifier(node)) return known.get(node.text) ?? null;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return numberOf(node.expression, known);
  if (!ts.isBinaryExpression(node)) return null;
  const left = numberOf(node.left, known);
  const right = numberOf(node.right, known);
  if (left === null || right === null) return null;
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.AsteriskToken) return left * right;
  if (kind === ts.SyntaxKind.AsteriskAsteriskToken) return left ** right;
  if (kind === ts.SyntaxKind.SlashToken) return left / right;
  if (kind === ts.SyntaxKind.PlusToken) return left + right;
  return kind === ts.SyntaxKind.MinusToken ? left - right : null;
}

/**
 * A constant that is a number, or the numbers in one that is an object; of a bound of a table its default. Another name of a constant is
 * none.
 */
function numbersIn(name: string, node: ts.Node, known: Known): readonly (readonly [string, number])[] {
  const value = numberOf(node, known);
  if (value !== null) return ts.isIdentifier(node) ? [] : [[name, value]];
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return numbersIn(name, node.expression, known);
  if (!ts.isObjectLiteralExpression(node)) return [];
  const fields = node.properties.filter(ts.isPropertyAssignment);
  const fallback = fields.find((field) => field.name.getText() === 'default');
  if (fallback !== undefined) return numbersIn(name, fallback.initializer, known);
  return fields.flatMap((field) => numbersIn(`${name}.${field.name.getText()}`, field.initializer, known));
}

/** `name = 5` of a parameter or a field of it, and `given.name ?? 5`. */
function defaultIn(node: ts.Node, known: Known): readonly (readonly [string, number])[] {
  if (
    (ts.isBindingElement(node) || ts.isParameter(node)) &&
    node.initializer !== undefined &&
    ts.isIdentifier(node.name)
  )
    return numbersIn(node.name.text, node.initializer, known);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken) return [];
  return ts.isPropertyAccessExpression(node.left) ? numbersIn(node.left.name.text, node.right, known) : [];
}

/** `maxLength(5)`, `batchSize: 5` and `LIMIT 5`: bounds without a name of their own. */
function bareIn(node: ts.Node): readonly string[] {
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
    const [first] = node.arguments;
    const isOfNumbers = ts.isPropertyAccessExpression(expression) && expression.expression.getText() === 'Math';
    const isBound = BOUNDS_SOMETHING.test(name) && !isOfNumbers && first !== undefined;
    return isBound && numberOf(first, new Map()) !== null ? [node.getText()] : [];
  }
  if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) return node.text.match(SQL_LIMIT) ?? [];
  if (!ts.isPropertyAssignment(node) || !BOUNDS_SOMETHING.test(node.name.getText())) return [];
  const isBound = ts.isNumericLiteral(node.initializer) && !TIME.test(node.name.getText());
  return isBound && node.initializer.getText() !== '0' ? [node.getText()] : [];
}

interface Found {
  readonly numbers: readonly (readonly [string, number])[];
  readonly bare: readonly string[];
}

/** The numbers of one source text, by name, and the bounds in it that have no name. */
export function readNumbers(text: string): Found {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const known = new Map<string, number>();
  const numbers: (readonly [string, number])[] = [];
  const bare: string[] = [];
  const visit = (node: ts.Node): void => {
    numbers.push(...defaultIn(node, known));
    bare.push(...bareIn(node));
    ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) {
    const constants = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    const named = constants.filter(({ name }) => ts.isIdentifier(name) && IN_CAPITALS.test(name.text));
    for (const { name, initializer } of named) {
      const found = initializer === undefined ? [] : numbersIn(name.getText(), initializer, known);
      for (const [path, value] of found) known.set(path, value);
      numbers.push(...found);
      if (found.length === 0 && initializer !== undefined) visit(initializer);
    }
    if (named.length === 0) visit(statement);
  }
  return { numbers: numbers.filter(([name, value]) => value !== 0 && !TIME.test(name)), bare };
}

/** The numbers in the sources of all packages that are no times, and bounds that have no name. */
export function numbersOfSources(): { readonly numbers: readonly SourceNumber[]; readonly bare: readonly string[] } {
  const files = globSync('packages/*/{src,adapterkit}/**/*.ts', { cwd: ROOT }).filter((file) => !NO_CODE.test(file));
  const found = files.sort().map((file) => ({ file, ...readNumbers(readFileSync(join(ROOT, file), 'utf8')) }));
  return {
    numbers: found.flatMap(({ file, numbers }) =>
      numbers.map(([name, value]) => ({
        packageName: file.split('/')[1] ?? '',
        name: `${basename(file)} ${name}`,
        value,
      })),
    ),
    bare: found.flatMap(({ file, bare }) => bare.map((text) => `${file} ${text}`)),
  };
}
