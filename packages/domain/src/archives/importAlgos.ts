import * as v from 'valibot';
import type { AuthenticatedCaller } from '../caller.ts';
import { invalidData, UnavailableError } from '../errors.ts';
import { fields } from '../inputs/input.ts';
import { rule } from '../inputs/text.ts';
import { violation } from '../inputs/violation.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { nextTurn } from '../turns.ts';
import { ArchiveIndex, INDEX_PATH } from './archiveIndex.ts';
import { type ImportFile, isOfSystem, isSafePath, UnreadableFileError } from './importFile.ts';
import { ImportLease } from './importLease.ts';
import { type Imported, type ImportReport, ImportReportOutput, ReportWriter, refusedBy } from './importReport.ts';
import { ImportSteps } from './importSteps.ts';
import { TrueNames } from './trueNames.ts';

type Files = AsyncIterable<ImportFile>;

const isIterable = (value: unknown): value is Files =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/**
 * What is imported: the index first, if there is one. Each file is read before the next one is asked for. `sent`: the import counts as one
 * that runs until this promise settles, because its report is in memory so long. Default: until the report is there.
 */
const ImportDTO = v.object({
  files: v.custom<Files>(isIterable, rule('type')),
  sent: v.optional(v.custom<PromiseLike<unknown>>(isPromise, rule('type'))),
});

/**
 * Creates an algorithm of the caller for each file, and folders as they are missing. An algorithm is present, and nothing is changed, if
 * the caller has one of the same name and content in the same folder: so an import can be repeated. What is refused does not stop the
 * others. A store that fails does, and a repetition goes on where it stopped; so do 500 refusals, and a client that goes. Grants, dates and
 * ids of an export are not imported.
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
      const lease = await ImportLease.take(context, caller.user.id);
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
  let names = new TrueNames(null);
  for await (const file of files) {
    await nextTurn(); // in which it is seen that the client has gone
    if (signal?.aborted === true) throw new UnavailableError({ reason: 'the client has gone' });
    await lease.keep();
    if (isOfSystem(file.path)) continue;
    if (file.path === INDEX_PATH && seen.size === 0) names = await indexIn(file);
    const isFirst = !seen.has(file.path);
    seen.add(file.path);
    if (isFirst && names.isOther(file.path)) continue;
    if (writer.isFull) writer.addUnread();
    else writer.add(await importedAs(file, { isFirst, names, steps }));
  }
  return writer.report();
}

/** @throws DomainError General.Invalid_data for an index that cannot be read: the names of the files could not be told */
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
  readonly names: TrueNames;
  readonly steps: ImportSteps;
}

async function importedAs(file: ImportFile, { isFirst, names, steps }: Importing): Promise<Imported> {
  const { path, named } = file;
  try {
    if (file.kind === 'other') throw new UnreadableFileError('no_file');
    if (!isFirst) throw new UnreadableFileError('duplicate');
    if (named !== undefined) return await steps.algo(file, named);
    if (!isSafePath(path)) throw new UnreadableFileError('unsafe_path');
    if (path.endsWith('/')) return await steps.folder(path, { dossier: names.ofFolder(path) });
    return await steps.algo(file, names.ofFile(path));
  } catch (error) {
    return refusedBy(error, path);
  }
}
