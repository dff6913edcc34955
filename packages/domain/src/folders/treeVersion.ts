import { type ExpectedVersion, isExpected } from '../algos/expectedVersion.ts';
import { DomainError } from '../errors.ts';
import { Responses } from '../responses.ts';
import type { FolderTree } from './folderTree.ts';

/** @throws DomainError Folder.Conflict */
export function requireTreeVersion({ version }: FolderTree, expected: ExpectedVersion | undefined): void {
  if (!isExpected(version, expected)) throw new DomainError(Responses.Folder.Conflict);
}
