import { randomBytes } from 'node:crypto';

const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[0-9a-f]{16}.*$/;

/** The name of a mail, `20261121T122845123Z-9f86d081884c7d65`: its time, so that names are in order, and a random part. */
export const newMailName = (now: number): string =>
  `${new Date(now).toISOString().replace(/[-:.]/g, '')}-${randomBytes(8).toString('hex')}`;

/** The time in a name, milliseconds since the Unix epoch; null for a name that `newMailName` did not make. */
export function timeOfName(name: string): number | null {
  if (!STAMP.test(name)) return null;
  const time = Date.parse(name.replace(STAMP, '$1-$2-$3T$4:$5:$6.$7Z'));
  return Number.isNaN(time) ? null : time;
}
