import {
  type AuthenticatedCaller,
  type ExportEntries,
  type Imported,
  type ImportFile,
  type Service,
  UnreadableFileError,
} from '../../../src/index.ts';

/** What an export has, by path. */
export type Unpacked = ReadonlyMap<string, string>;

export async function unpack(entries: ExportEntries): Promise<Unpacked> {
  const files = new Map<string, string>();
  for await (const { path, chunks } of entries) files.set(path, await textOf(chunks));
  return files;
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += new TextDecoder().decode(chunk);
  return text;
}

export const exported = async (
  { service }: { readonly service: Pick<Service, 'exportUser'> },
  caller: AuthenticatedCaller,
): Promise<Unpacked> => unpack((await service.exportUser(caller.user.id, caller)).entries);

/** Files as they are imported: the index first. */
export async function* filesOf(files: Unpacked | Readonly<Record<string, string>>): AsyncGenerator<ImportFile> {
  const all = files instanceof Map ? [...files] : Object.entries(files);
  const isIndex = ([path]: readonly [string, string]): boolean => path === 'index.json';
  for (const [path, text] of [...all.filter(isIndex), ...all.filter((file) => !isIndex(file))]) {
    yield { path, read: async () => json(text) };
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableFileError('json');
  }
}

export async function imported(
  { service }: { readonly service: Pick<Service, 'importAlgos'> },
  caller: AuthenticatedCaller,
  files: Unpacked | Readonly<Record<string, string>>,
): Promise<readonly Imported[]> {
  return (await service.importAlgos({ files: filesOf(files) }, caller)).entries;
}

/** Of each file its path and what became of it. */
export const outcomes = (report: readonly Imported[]): readonly (readonly [string, string])[] =>
  report.map(({ path, outcome }) => [path, outcome]);
