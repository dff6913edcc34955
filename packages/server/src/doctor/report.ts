import { oneLine } from '../terminal/text.ts';
import { CODES, type FindingCode } from './codes.ts';
import type { Examination, Found } from './examine.ts';

/** The text for people: findings by kind, each kind with its meaning. */
export function reportText({ store, findings }: Examination): string {
  if (findings.length === 0) return `Nothing is wrong in ${store}`;
  const byCode = Map.groupBy(findings, ({ code }) => code);
  const kinds = [...byCode].map(([code, found]) => kindText(code, found));
  const mended = findings.filter((finding) => finding.mended !== null).length;
  const failed = findings.filter((finding) => finding.failed !== null).length;
  const counts = [
    `${findings.length} found`,
    ...(mended > 0 ? [`${mended} mended`] : []),
    ...(failed > 0 ? [`${failed} not mended`] : []),
  ];
  return [...kinds, `${store}: ${counts.join(', ')}`].join('\n\n');
}

function kindText(code: FindingCode, found: readonly Found[]): string {
  const { means, repair } = CODES[code];
  return [`${code} (${found.length})`, `  ${means}`, `  --repair: ${repair}`, ...found.map(lineOf)].join('\n');
}

function lineOf({ place, detail, owner, lastChange, mended, failed }: Found): string {
  const facts = [
    ...(detail === null || detail === undefined ? [] : [detail]),
    ...(owner === undefined ? [] : [`owner ${owner}`]),
    ...(lastChange === undefined ? [] : [`last change ${isoDate(lastChange)}`]),
    ...(mended === null ? [] : [`MENDED: ${mended}`]),
    ...(failed === null ? [] : [`NOT MENDED: ${failed}`]),
  ];
  return `  - ${oneLine([place, ...facts].join('; '))}`;
}

const isoDate = (ms: number): string => new Date(ms).toISOString();

/** The form of `--json`; docs/operations.md documents it. */
export function reportData({ store, read, findings }: Examination): object {
  return {
    store,
    read,
    findings: findings.map(({ code, place, detail = null, owner = null, lastChange, mended, failed }) => ({
      code,
      place,
      detail,
      owner,
      lastChange: lastChange === undefined ? null : isoDate(lastChange),
      ...CODES[code],
      mended,
      failed,
    })),
  };
}
