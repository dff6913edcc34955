import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** An entry of a ZIP; what is absent is right. */
export interface ZipEntry {
  readonly path: string;
  readonly content?: string | Buffer;
  /** Default: deflated (8); 0 is stored. */
  readonly method?: number;
  readonly flags?: number;
  /** What the headers say. */
  readonly size?: number;
  readonly crc?: number;
  /** The mode of Unix. */
  readonly mode?: number;
  /** The name as bytes, without the flag that says that it is UTF-8. */
  readonly name?: Buffer;
  /** Fields that the directory adds. */
  readonly extra?: Buffer;
  /** Has no bytes of its own: the directory names those of the entry before. */
  readonly isShared?: true;
}

const UTF8 = 0x800;

/** The bytes of a ZIP, also of one that no program would write. */
export function zipOf(entries: readonly ZipEntry[], entryCount = entries.length): Buffer<ArrayBuffer> {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  let before = 0;
  for (const entry of entries) {
    const { path, content = '[1]', method = 8, flags = 0, mode = 0, extra = Buffer.alloc(0) } = entry;
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const name = entry.name ?? Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.name === undefined ? flags | UTF8 : flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(entry.crc ?? crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.size ?? bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(0x031e, 4);
    common.copy(central, 6);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(entry.isShared === true ? before : at, 42);
    directory.push(central, name, extra);
    if (entry.isShared === true) continue;
    before = at;
    files.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  const central = Buffer.concat(directory);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.from(Buffer.concat([...files, central, end]));
}

/** The files of a ZIP that has its directory, by path. Reads nothing but the directory and what it names, and compares sizes and sums. */
export function unzipped(zip: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end === -1) throw new Error('The ZIP has no end');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packedSize, size, crc] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 16)];
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const path = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + packedSize);
    const content = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${path} is damaged`);
    files.set(path, content.toString());
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return files;
}
