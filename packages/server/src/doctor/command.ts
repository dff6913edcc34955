import { networkNotes } from '../places.ts';
import { prepareFrom } from '../prepare.ts';
import type { Env } from '../settings/schema.ts';
import { stopSignal } from '../start/stopSignals.ts';
import { asStartError, NotExaminedError, StartError } from '../startError.ts';
import type { Progress } from '../terminal/progress.ts';
import { oneLine } from '../terminal/text.ts';
import { CODES, type FindingCode } from './codes.ts';
import { type Examination, examine, type ReportedFinding } from './examine.ts';

interface DoctorOptions {
  readonly repair: boolean;
  /** Ends it, with its reason. Default: SIGINT and SIGTERM do. */
  readonly signal?: AbortSignal;
}

/** @throws NotExaminedError when the store could not be looked at, for a reason that an operator can repair */
export async function runDoctor({ repair, signal = stopSignal() }: DoctorOptions, env: Env, progress: Progress) {
  try {
    const prepared = await prepareFrom(env);
    for (const note of networkNotes(prepared.places)) progress.note(note);
    const examination = await examine(prepared, { repair, progress, signal });
    const exitCode: 0 | 1 = examination.findings.length === 0 ? 0 : 1;
    return { text: reportText(examination), data: reportData(examination), exitCode };
  } catch (error) {
    const problem = asStartError(error);
    throw problem instanceof StartError ? new NotExaminedError(problem.message, { cause: problem }) : problem;
  }
}

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

function kindText(code: FindingCode, found: readonly ReportedFinding[]): string {
  const { means, repair } = CODES[code];
  return [`${code} (${found.length})`, `  ${means}`, `  --repair: ${repair}`, ...found.map(lineOf)].join('\n');
}

function lineOf({ place, detail, owner, lastChange, mended, failed }: ReportedFinding): string {
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
