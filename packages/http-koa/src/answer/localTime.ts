import type { ZipFile } from 'yazl';

/** The field of an entry that has its time in UTC ("extended timestamp" of Info-ZIP), in the header in front of its content. */
const FIELD_BYTES = 9;
const FIELD_ID = 0x5455;
const HAS_MODIFICATION = 1;
const EXTRA_LENGTH_AT = 28;
const LAST_SECOND = 0x7fffffff;

interface PackedEntry {
  readonly mtime: Date;
  getLocalFileHeader(): Buffer;
}

/**
 * Adds the time in UTC to the header in front of each entry. yazl writes it only to the directory at the end, where unzip does not look
 * when it sets the time of a file: it takes a field without a zone then. yazl has no option for it.
 */
export function writeTimesInFront(zip: ZipFile): void {
  const entries: unknown = Reflect.get(zip, 'entries');
  if (!Array.isArray(entries)) return;
  const push = entries.push.bind(entries);
  entries.push = (entry: PackedEntry) => push(Object.setPrototypeOf(entry, timed(Object.getPrototypeOf(entry))));
}

/** By the prototype of yazl's entries: an entry has no function of its own. */
const timedPrototypes = new WeakMap<object, object>();

function timed(plain: PackedEntry): object {
  const found = timedPrototypes.get(plain);
  if (found !== undefined) return found;
  const made: object = Object.create(plain, {
    getLocalFileHeader: {
      value(this: PackedEntry) {
        const header = plain.getLocalFileHeader.call(this);
        header.writeUInt16LE(header.readUInt16LE(EXTRA_LENGTH_AT) + FIELD_BYTES, EXTRA_LENGTH_AT);
        return Buffer.concat([header, timeField(this.mtime)]);
      },
    },
  });
  timedPrototypes.set(plain, made);
  return made;
}

function timeField(date: Date): Buffer {
  const field = Buffer.alloc(FIELD_BYTES);
  field.writeUInt16LE(FIELD_ID, 0);
  field.writeUInt16LE(FIELD_BYTES - 4, 2);
  field.writeUInt8(HAS_MODIFICATION, 4);
  field.writeInt32LE(Math.min(Math.floor(date.getTime() / 1_000), LAST_SECOND), 5);
  return field;
}
