import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { type ImportFile, INDEX_PATH, UNREAD_FILES, UnreadableFileError } from '@algotheque/domain';
import type { Entry, ZipFile } from 'yauzl';
import { HttpError, HttpResponses } from '../httpResponses.ts';
import type { HttpOptions } from '../options.ts';
import { type ZipEntry, zipDirectory } from './zipDirectory.ts';

const { General } = HttpResponses;

export type ImportBounds = Pick<
  HttpOptions,
  'maxImportBytes' | 'maxImportEntries' | 'maxImportUnpackedBytes' | 'maxImportRatio' | 'maxBodyBytes' | 'maxBodyValues'
>;

/** The value of JSON. @throws HttpError Payload_too_large for more values and names, Malformed_json */
export type ParseJson = (content: Buffer, maxTokens: number) => Promise<unknown>;

interface Archive {
  readonly bytes: Buffer;
  readonly zip: ZipFile;
  readonly bounds: ImportBounds;
  readonly parse: ParseJson;
}

/**
 * The files of a ZIP, the index first. Only its directory is read before; each file is unpacked when it is read, and then let go.
 * @throws HttpError Malformed_zip; Payload_too_large for more entries, or more bytes when unpacked, than allowed
 */
export async function zipFiles(
  bytes: Buffer,
  bounds: ImportBounds,
  parse: ParseJson,
): Promise<AsyncIterable<ImportFile>> {
  try {
    const { zip, entries } = await zipDirectory(bytes, bounds.maxImportEntries);
    requireFewBytes(bytes, entries, bounds);
    return inOrder({ bytes, zip, bounds, parse }, entries);
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(General.Malformed_zip);
  }
}

/** By what the directory says; whether it is true is found when a file is unpacked, which never gives more than it says. */
function requireFewBytes(bytes: Buffer, entries: readonly ZipEntry[], bounds: ImportBounds): void {
  // What could have been sent without packing it is no bomb, however well it is packed.
  const mostUnpacked = Math.min(
    bounds.maxImportUnpackedBytes,
    Math.max(bounds.maxImportBytes, bytes.length * bounds.maxImportRatio),
  );
  if (toUnpack(entries) > mostUnpacked) throw new HttpError(General.Payload_too_large);
}

/** The bytes of what may be unpacked: the records and former versions of an export are not read. */
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

/**
 * The index is parsed in one turn. An export has less, if it has at most 10,000 algorithms: with the longest names, in an alphabet of two
 * bytes a letter, it has 9.7 MB.
 */
const INDEX_BYTES = 10_485_760;

/** How many values and names of members the index may have for each entry that an archive may have: an algorithm and a folder have nine. */
const INDEX_VALUES = 10;

const TYPE = 0o170_000;
const FILE = 0o100_000;
const FOLDER = 0o040_000;

/** By the mode of Unix: a link, a device or another thing that is neither a file nor a folder. Archives without modes have 0. */
function isOther({ externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & TYPE;
  return type !== 0 && type !== FILE && type !== FOLDER;
}

const STORED = 0;
const DEFLATED = 8;
const inflate = promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(inflateRaw);

/** @throws UnreadableFileError */
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
    const isWhole = content.length === uncompressedSize && crc32(content) === entry.crc32;
    if (isWhole) return content;
  } catch (cause) {
    throw new UnreadableFileError('damaged', { cause }); // whatever the bytes make of the library
  }
  throw new UnreadableFileError('damaged');
}

/** @throws UnreadableFileError */
async function jsonIn({ parse }: Archive, content: Buffer, maxTokens: number): Promise<unknown> {
  if (content.length === 0) throw new UnreadableFileError('json'); // a body without bytes would be an object
  try {
    return await parse(content, maxTokens);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new UnreadableFileError(error.code === General.Payload_too_large ? 'too_large' : 'json', { cause: error });
  }
}
