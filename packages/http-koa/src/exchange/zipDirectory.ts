import { isUtf8 } from 'node:buffer';
import { INDEX_PATH, UNREAD_FILES } from '@algotheque/domain';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { HttpError, HttpResponses } from '../responses.ts';

const { General } = HttpResponses;

export interface ZipEntry {
  /** With `/` between its parts; a folder has one at its end. Untrusted. */
  readonly path: string;
  readonly entry: Entry;
}

export interface ZipDirectory {
  readonly zip: ZipFile;
  readonly entries: readonly ZipEntry[];
}

/** Bytes of an entry's extra fields, without the name in UTF-8. Each four of them can be a field, which is an object in memory. */
const MOST_EXTRA_BYTES = 512;

/** No two entries share bytes. @throws HttpError; another error for bytes that are no ZIP */
export async function zipDirectory(bytes: Buffer, maxEntries: number): Promise<ZipDirectory> {
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: false };
  const zip = await fromBufferPromise(bytes, options);
  if (zip.entryCount > maxEntries) throw new HttpError(General.Payload_too_large);
  const entries: ZipEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    requireFewFields(entry);
    entries.push({ path: pathOf(entry), entry });
    entry.extraFields = [];
  }
  requireApart(bytes, entries);
  return { zip, entries: withoutOuterFolder(entries).filter(({ path }) => path !== '') };
}

const UNICODE_PATH = 0x7075;

function requireFewFields({ extraFieldLength, extraFields }: Entry): void {
  const name = extraFields.find(({ id }) => id === UNICODE_PATH);
  if (extraFieldLength - (name?.data.length ?? 0) > MOST_EXTRA_BYTES) throw new HttpError(General.Malformed_zip);
}

const UTF8_FLAG = 0x800;

/**
 * UTF-8 whether the entry says so or not: `zip` of Debian and macOS never say it. Windows may write `\` for `/`, and tar `./` before each
 * name.
 */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false).replace(/^(?:\.\/+)+/, '');
}

const LOCAL_HEADER_BYTES = 30;
const LOCAL_NAME_LENGTH_AT = 26;
const LOCAL_EXTRA_LENGTH_AT = 28;

/** Few bytes could be unpacked again and again. @throws HttpError Malformed_zip */
function requireApart(bytes: Buffer, entries: readonly ZipEntry[]): void {
  const sorted = entries
    .map(({ entry }) => entry)
    .sort((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of sorted) {
    if (start + LOCAL_HEADER_BYTES > bytes.length) return; // this one, and those behind it, cannot be read
    if (start < end) throw new HttpError(General.Malformed_zip);
    const names = bytes.readUInt16LE(start + LOCAL_NAME_LENGTH_AT) + bytes.readUInt16LE(start + LOCAL_EXTRA_LENGTH_AT);
    end = start + LOCAL_HEADER_BYTES + names + compressedSize;
  }
}

/** An export that somebody has unpacked, and packed again with the folder in which it was, without that folder. */
function withoutOuterFolder(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const paths = new Set(entries.map(({ path }) => path));
  const isExport = (folder: string): boolean => [INDEX_PATH, ...UNREAD_FILES].every((name) => paths.has(folder + name));
  if (paths.has(INDEX_PATH)) return entries;
  const folders = [...paths]
    .filter((path) => path.endsWith(`/${INDEX_PATH}`))
    .map((path) => path.slice(0, -INDEX_PATH.length));
  const [outer, ...others] = folders.filter(isExport);
  if (outer === undefined || others.length > 0) return entries;
  return entries.map(({ path, entry }) => ({
    path: path.startsWith(outer) ? path.slice(outer.length) : outer.startsWith(path) ? '' : path,
    entry,
  }));
}
