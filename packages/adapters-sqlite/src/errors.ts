import { StoreRefusedError } from '@algotheque/domain';

/** The store file cannot be opened or used as it is: a matter for an operator. The message names the file. */
export class StoreFileError extends StoreRefusedError {
  override readonly name: string = 'StoreFileError';
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`The store file ${path} ${problem}`, options);
    this.path = path;
  }
}

/** A newer release has written the file. It was not changed. */
export class SchemaTooNewError extends StoreFileError {
  override readonly name = 'SchemaTooNewError';

  constructor(path: string, versions: { readonly found: number; readonly known: number }) {
    super(
      path,
      `has schema version ${versions.found}, and this release knows version ${versions.known}: start the release that wrote it, and bring its data here by a backup`,
    );
  }
}

/** The file, or a row in it, is not as this adapter writes it. The message names the row, never its values. */
export class CorruptStoreError extends StoreFileError {
  override readonly name = 'CorruptStoreError';
  override readonly isDamage = true;
}

/** An import into the file was begun and not finished, so the file is incomplete. */
export class StoreImportingError extends StoreFileError {
  override readonly name = 'StoreImportingError';

  constructor(path: string, mark: { readonly source: string; readonly since: number }) {
    const since = new Date(mark.since).toISOString();
    super(path, `holds an unfinished import of ${mark.source}, begun ${since}: finish it, or remove the file`);
  }
}
