import { readFileSync } from 'node:fs';
import { DEFAULT_PREFIXES, GROUP_NAMES, type Prefixes } from './groups.ts';

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** The version of this package; all packages of the service have the same. */
export const { version } = manifest;

interface Description {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly headers: Readonly<Record<string, { readonly example?: unknown }>> };
}

/** In OpenAPI 3.1. @param given where groups are mounted in other places than by default */
export function openApiText(given: Partial<Prefixes>): string {
  const prefixes = { ...DEFAULT_PREFIXES, ...given };
  const described = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
  const { paths, components, ...rest }: Description = JSON.parse(described);
  const found = Object.entries(paths).map(([path, routes]) => [mounted(path, prefixes), routes]);
  const headers = Object.entries(components.headers).map(([name, { example, ...header }]) => [
    name,
    example === undefined
      ? header
      : { ...header, example: typeof example === 'string' ? mounted(example, prefixes) : example },
  ]);
  const document = {
    ...rest,
    paths: Object.fromEntries(found),
    components: { ...components, headers: Object.fromEntries(headers) },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function mounted(text: string, prefixes: Prefixes): string {
  const name = GROUP_NAMES.find((one) => text.includes(DEFAULT_PREFIXES[one]));
  return name === undefined ? text : text.replace(DEFAULT_PREFIXES[name], prefixes[name]);
}
