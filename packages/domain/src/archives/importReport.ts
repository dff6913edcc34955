import * as v from 'valibot';
import { listOf } from '../operation.ts';
import { DomainError, Responses, UnavailableError, type Violation } from '../responses.ts';
import { violation } from '../violation.ts';
import { UnreadableFileError } from './importFile.ts';

const ViolationOutput = v.object({ path: v.string(), rule: v.string(), message: v.string() });

const Figures = v.object({ used: v.number(), limit: v.number() });
const Sums = v.object({ algos: v.number(), bytes: v.number() });
const FullOutput = v.union([v.object({ algos: Figures, bytes: Figures, bin: Sums }), Figures]);

const ImportedOutput = v.object({
  path: v.string(),
  outcome: v.picklist(['created', 'present', 'refused']),
  id: v.nullable(v.number()),
  /** The identifier of the failure of what was refused. */
  message: v.optional(v.string()),
  /** At most ten: of the names (`/nom`, `/dossier/0`), the file itself (an empty path), or the source code (`/sourceCode`). */
  violations: v.optional(v.array(ViolationOutput)),
  data: v.optional(FullOutput),
});
export type Imported = Readonly<v.InferOutput<typeof ImportedOutput>>;

export const ImportReportOutput = v.object({
  entries: listOf(ImportedOutput),
  /** What `entries` has no room for, and what was not looked at, because too many were refused. */
  rest: v.object({ created: v.number(), present: v.number(), refused: v.number(), unread: v.number() }),
});
export type ImportReport = Readonly<v.InferOutput<typeof ImportReportOutput>>;

/** Characters of the report as JSON. One half of it is for refusals alone. */
const REPORT_CHARS = 1_048_576;
const OTHERS_PART = 0.5;

const MOST_REFUSALS = 500;

export class ReportWriter {
  readonly #entries: Imported[] = [];
  readonly #rest = { created: 0, present: 0, refused: 0, unread: 0 };
  #chars = 0;
  #refusals = 0;

  get isFull(): boolean {
    return this.#refusals >= MOST_REFUSALS;
  }

  add(row: Imported): void {
    const isRefused = row.outcome === 'refused';
    if (isRefused) this.#refusals += 1;
    const chars = this.#chars + JSON.stringify(row).length;
    if (chars > REPORT_CHARS * (isRefused ? 1 : OTHERS_PART)) {
      this.#rest[row.outcome] += 1;
      return;
    }
    this.#chars = chars;
    this.#entries.push(row);
  }

  addUnread(): void {
    this.#rest.unread += 1;
  }

  report(): ImportReport {
    return { entries: this.#entries, rest: this.#rest };
  }
}

const MOST_VIOLATIONS = 10;

/** @throws the error itself if it does not concern the file: a store that failed, an owner who was deleted, a bug */
export function refusedBy(error: unknown, path: string): Imported {
  if (error instanceof UnreadableFileError) {
    return refused(path, Responses.General.Invalid_data, [violation('', error.rule)]);
  }
  const isOfFile = error instanceof DomainError && !(error instanceof UnavailableError) && !ENDS.includes(error.code);
  if (!isOfFile) throw error;
  const row = refused(path, error.code, violationsIn(error));
  return v.is(FullOutput, error.data) ? { ...row, data: error.data } : row;
}

const ENDS: readonly string[] = [Responses.General.Unauthorized, Responses.General.Internal_error];

function refused(path: string, message: string, violations: readonly Violation[]): Imported {
  const named = violations.slice(0, MOST_VIOLATIONS).map((one) => ({ ...one }));
  return { path, outcome: 'refused', id: null, message, ...(named.length > 0 && { violations: named }) };
}

const ViolationsData = v.array(ViolationOutput);
const ValidationData = v.object({ issues: ViolationsData });

function violationsIn({ code, data }: DomainError): readonly Violation[] {
  // Only the service makes them.
  if (code === Responses.General.Invalid_data && v.is(ViolationsData, data)) return data as readonly Violation[];
  if (code !== Responses.Algo.Invalid || !v.is(ValidationData, data)) return [];
  return data.issues.map((issue) => ({ ...issue, path: `/sourceCode${issue.path}` })) as readonly Violation[]; // as above
}
