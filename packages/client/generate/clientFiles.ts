import { texts } from '@algotheque/domain/texts';
import { httpTexts } from '@algotheque/http-koa';
import openapiTypes, { astToString, type OpenAPITSOptions, stringToAST } from 'openapi-typescript';
import ts from 'typescript';
import { clientTexts } from './clientTexts.ts';

const MADE = '// Made by `npm run docs`.';

const SRC = new URL('../src/', import.meta.url);

/** The text of each file of the client that is made from the OpenAPI document and from the texts of identifiers. */
export async function clientFiles(document: string): Promise<ReadonlyMap<URL, string>> {
  return new Map([
    [new URL('generated/schema.ts', SRC), await schemaModule(document)],
    [new URL('generated/routes.ts', SRC), routesModule(JSON.parse(document))],
    [new URL('texts/en.ts', SRC), textsModule('en')],
    [new URL('texts/fr.ts', SRC), textsModule('fr')],
  ]);
}

async function schemaModule(document: string): Promise<string> {
  const types = await openapiTypes(document, { immutable: true, emptyObjectsUnknown: true, transform: sourceCodeType });
  return `${MADE}\n\n${astToString(types)}`;
}

/** The only schemas with `not` are those of source code: to generators that is any value. */
const sourceCodeType: NonNullable<OpenAPITSOptions['transform']> = (schema, { path = '' }) => {
  if (!('not' in schema)) return undefined;
  return path.includes('/requestBody/') ? typeOf(SENT) : typeOf(READ);
};

const READ = '{ readonly [key: string]: unknown } | readonly unknown[]';
/** Also the value of an interface, which has no index signature. */
const SENT = 'object';

function typeOf(text: string): ts.TypeNode | undefined {
  const [statement] = stringToAST(`type Made = ${text};`) as ts.Statement[]; // the library only says that it is not known
  return statement !== undefined && ts.isTypeAliasDeclaration(statement) ? statement.type : undefined;
}

/** What the table of routes is made from. A path may also have entries that are no operations. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

function routesModule({ paths }: Description): string {
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [{ operationId, method, path }],
    ),
  );
  const methods = [...new Set(rows.map(({ method }) => `'${method}'`))];
  const lines = rows.map(({ operationId, method, path }) => `  ${operationId}: ['${method}', '${path}'],\n`);
  return `${MADE}

import type { operations } from './schema.ts';

type Method = ${methods.join(' | ')};

/** Method and path of each operation, with the default prefixes. */
export const ROUTES: Readonly<Record<keyof operations, readonly [method: Method, path: string]>> = {
${lines.join('')}};
`;
}

function textsModule(locale: 'en' | 'fr'): string {
  const rows = Object.entries({ ...texts[locale], ...httpTexts[locale], ...clientTexts[locale] });
  const lines = rows.map(([identifier, text]) => `  ${JSON.stringify(identifier)}: ${JSON.stringify(text)},\n`);
  return `${MADE}

import type { Texts } from './texts.ts';

export const ${locale}: Texts = {
${lines.join('')}};
`;
}
