import * as v from 'valibot';
import type { AuthenticatedCaller } from '../caller.ts';
import { fields } from '../input.ts';
import { operation } from '../operation.ts';
import { invalidData, Responses, UnavailableError } from '../responses.ts';
import { rule } from '../textInput.ts';
import { violation } from '../violation.ts';
import { nextTurn } from '../work.ts';
import { ArchiveIndex, INDEX_PATH } from './archiveIndex.ts';
import { TrueNames } from './archiveNames.ts';
import { type ImportFile, isOfSystem, isSafePath, UnreadableFileError } from './importFile.ts';
import { type ImportLease, takeLease } from './importLease.ts';
import { type Imported, type ImportReport, ImportReportOutput, ReportWriter, refusedBy } from './importReport.ts';
import { ImportSteps } from './importSteps.ts';

type Files = AsyncIterable<ImportFile>;

const isIterable = (value: unknown): value is Files =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/**
 * The index first, if there is one. Each file is read before the next one is asked for. `sent`: the import counts as running until this
 * promise settles, because its report is in memory so long. Default: until the report is there.
 */
const ImportDTO = v.object({
  files: v.custom<Files>(isIterable, rule('type')),
  sent: v.optional(v.custom<PromiseLike<unknown>>(isPromise, rule('type'))),
});

/**
 * Creates an algorithm for each file, and folders as they are missing. Nothing is changed where the caller has an algorithm of the same
 * name and content in the same folder: so an import can be repeated. What is refused does not stop the others; a store that fails, 500
 * refusals, and a client that goes do. Grants, dates and ids of an export are not imported.
 */
export const importAlgos = operation({
  summary: 'Import algorithms and folders from an export, from other files of JSON, or one algorithm',
  caller: 'authenticated',
  input: fields(ImportDTO),
  output: ImportReportOutput,
  failures: [Responses.General.Too_many_requests],
  async run({ files, sent }, caller, context) {
    const end = context.transfers.imports.begin({ userId: caller.user.id, address: caller.address });
    try {
      const lease = await takeLease(context, caller.user.id);
      try {
        return await imported(files, { steps: new ImportSteps(context, caller.user.id), lease }, caller);
      } finally {
        await lease.release();
      }
    } finally {
      void Promise.resolve(sent).then(end, end);
    }
  },
});

interface Held {
  readonly steps: ImportSteps;
  readonly lease: ImportLease;
}

async function imported(files: Files, { steps, lease }: Held, { signal }: AuthenticatedCaller): Promise<ImportReport> {
  const writer = new ReportWriter();
  const seen = new Set<string>();
  let trueNames = new TrueNames(null);
  for await (const file of files) {
    await nextTurn(); // in which it is seen that the client has gone
    if (signal?.aborted === true) throw new UnavailableError({ reason: 'the client has gone' });
    lease.requireHeld();
    if (isOfSystem(file.path)) continue;
    if (file.path === INDEX_PATH && seen.size === 0) trueNames = await indexIn(file);
    const isFirst = !seen.has(file.path);
    seen.add(file.path);
    if (isFirst && trueNames.isOther(file.path)) continue;
    if (writer.isFull) writer.addUnread();
    else writer.add(await importedAs(file, { isFirst, trueNames, steps }));
  }
  return writer.report();
}

/** @throws DomainError General.Invalid_data for an index that cannot be read: without it the names of the files are not known */
async function indexIn(file: ImportFile): Promise<TrueNames> {
  try {
    return new TrueNames(await ArchiveIndex.of(await file.read()));
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw invalidData(violation(`/${INDEX_PATH}`, error.rule));
  }
}

interface Importing {
  /** Whether no file before had this path. */
  readonly isFirst: boolean;
  readonly trueNames: TrueNames;
  readonly steps: ImportSteps;
}

async function importedAs(file: ImportFile, { isFirst, trueNames, steps }: Importing): Promise<Imported> {
  const { path, named } = file;
  try {
    if (file.kind === 'other') throw new UnreadableFileError('no_file');
    if (!isFirst) throw new UnreadableFileError('duplicate');
    if (named !== undefined) return await steps.algo(file, named);
    if (!isSafePath(path)) throw new UnreadableFileError('unsafe_path');
    if (path.endsWith('/')) return await steps.folder(path, { dossier: trueNames.ofFolder(path) });
    return await steps.algo(file, trueNames.ofFile(path));
  } catch (error) {
    return refusedBy(error, path);
  }
}
