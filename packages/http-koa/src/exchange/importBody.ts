import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { type ImportFile, INDEX_PATH, UNREAD_FILES, UnreadableFileError } from '@algotheque/domain';
import * as v from 'valibot';
import type { Entry, ZipFile } from 'yauzl';
import type { HttpOptions } from '../options.ts';
import { HttpError, HttpResponses } from '../responses.ts';
import type { MediaType } from './mediaTypes.ts';
import { parsedBody } from './parseBody.ts';
import { type ZipEntry, zipDirectory } from './zipDirectory.ts';

const { General } = HttpResponses;

/** One algorithm with the names of its folders from the top. The report says what is wrong with it. */
export const ImportedAlgo = v.object({
  nom: v.string(),
  dossier: v.optional(v.array(v.string())),
  sourceCode: v.unknown(),
});

interface Body {
  readonly bytes: Buffer;
  readonly type: MediaType;
  readonly isGone: () => boolean;
}

/** Those of a ZIP, or one algorithm as JSON. @throws HttpError */
export async function filesOf({ bytes, type, isGone }: Body, bounds: ImportBounds): Promise<AsyncIterable<ImportFile>> {
  const parse: ParseJson = (content, maxTokens) =>
    parsedBody(content, { type: 'json', maxTokens, exact: true, isGone });
  if (type === 'zip') return zipFiles(bytes, bounds, parse);
  if (bytes.length > bounds.maxBodyBytes) throw new HttpError(General.Payload_too_large);
  return only(await parse(bytes, bounds.maxBodyValues));
}

/** Null and empty members count as not sent, as in other bodies. */
const sentMembers = (value: unknown): Partial<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(Object(value)).filter(([, member]) => member !== null && member !== ''));

async function* only(value: unknown): AsyncGenerator<ImportFile> {
  const { nom, dossier = [], sourceCode } = sentMembers(value);
  yield { path: '', named: { nom, dossier }, read: async () => sourceCode };
}

export type ImportBounds = Pick<
  HttpOptions,
  'maxImportBytes' | 'maxImportEntries' | 'maxImportUnpackedBytes' | 'maxImportRatio' | 'maxBodyBytes' | 'maxBodyValues'
>;

/** @throws HttpError Payload_too_large for more values and names, Malformed_json */
type ParseJson = (content: Buffer, maxTokens: number) => Promise<unknown>;

interface Archive {
  readonly bytes: Buffer;
  readonly zip: ZipFile;
  readonly bounds: ImportBounds;
  readonly parse: ParseJson;
}

/** The index first. Each file is unpacked when it is read, and then let go. @throws HttpError */
async function zipFiles(bytes: Buffer, bounds: ImportBounds, parse: ParseJson): Promise<AsyncIterable<ImportFile>> {
  try {
    const { zip, entries } = await zipDirectory(bytes, bounds.maxImportEntries);
    requireFewBytes(bytes, entries, bounds);
    return inOrder({ bytes, zip, bounds, parse }, entries);
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(General.Malformed_zip);
  }
}

/** Whether the directory is true is found when a file is unpacked, which never gives more than it says. */
function requireFewBytes(bytes: Buffer, entries: readonly ZipEntry[], bounds: ImportBounds): void {
  // What could have been sent without packing it is no bomb, however well it is packed.
  const mostPacked = Math.max(bounds.maxImportBytes, bytes.length * bounds.maxImportRatio);
  if (toUnpack(entries) > Math.min(bounds.maxImportUnpackedBytes, mostPacked))
    throw new HttpError(General.Payload_too_large);
}

/** The records and former versions of an export are not read. */
function toUnpack(entries: readonly ZipEntry[]): number {
  const isExport = entries.some(({ path }) => path === INDEX_PATH);
  const read = entries.filter(({ path }) => !isExport || !UNREAD_FILES.includes(path));
  return read.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
}

async function* inOrder(archive: Archive, entries: readonly ZipEntry[]): AsyncGenerator<ImportFile> {
  const isIndex = ({ path }: ZipEntry): boolean => path === INDEX_PATH;
  for (const one of [...entries.filter(isIndex), ...entries.filter((other) => !isIndex(other))]) {
    yield fileOf(archive, one);
  }
}

function fileOf(archive: Archive, { entry, path }: ZipEntry): ImportFile {
  const { maxImportBytes, maxBodyBytes, maxBodyValues, maxImportEntries } = archive.bounds;
  const isIndex = path === INDEX_PATH;
  const maxBytes = isIndex ? Math.min(maxImportBytes, INDEX_BYTES) : maxBodyBytes;
  const maxTokens = isIndex ? maxImportEntries * INDEX_VALUES : maxBodyValues;
  return {
    path,
    ...(isOther(entry) && { kind: 'other' }),
    read: async () => jsonIn(archive, await unpacked(archive, entry, maxBytes), maxTokens),
  };
}

/** The index is parsed in one turn. That of an export of 10,000 algorithms with the longest names has 9.7 MB. */
const INDEX_BYTES = 10_485_760;

/** Values and names for each entry that an archive may have: an algorithm and a folder have nine. */
const INDEX_VALUES = 10;

const TYPE = 0o170_000;
const FILE = 0o100_000;
const FOLDER = 0o040_000;

/** By the mode of Unix, which is 0 in archives without modes: a link, a device or another thing. */
function isOther({ externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & TYPE;
  return type !== 0 && type !== FILE && type !== FOLDER;
}

const STORED = 0;
const DEFLATED = 8;
const inflate = promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(inflateRaw);

async function unpacked({ bytes, zip }: Archive, entry: Entry, maxBytes: number): Promise<Buffer> {
  const { compressedSize, compressionMethod, uncompressedSize } = entry;
  if (entry.isEncrypted()) throw new UnreadableFileError('encrypted');
  if (uncompressedSize > maxBytes) throw new UnreadableFileError('too_large');
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const packed = bytes.subarray(fileDataStart, fileDataStart + compressedSize);
    if (compressionMethod !== STORED && compressionMethod !== DEFLATED) throw new UnreadableFileError('damaged');
    const maxOutputLength = Math.max(1, uncompressedSize);
    const content = compressionMethod === STORED ? packed : await inflate(packed, { maxOutputLength });
    if (content.length === uncompressedSize && crc32(content) === entry.crc32) return content;
  } catch (cause) {
    throw new UnreadableFileError('damaged', { cause }); // whatever the bytes make of the library
  }
  throw new UnreadableFileError('damaged');
}

async function jsonIn({ parse }: Archive, content: Buffer, maxTokens: number): Promise<unknown> {
  if (content.length === 0) throw new UnreadableFileError('json'); // a body without bytes would be an object
  try {
    return await parse(content, maxTokens);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new UnreadableFileError(error.code === General.Payload_too_large ? 'too_large' : 'json', { cause: error });
  }
}
