import { statSync } from 'node:fs';
import { openSqliteViews } from '@algotheque/adapters-sqlite';
import type { Closing } from '../../closing.ts';
import { findOwnerId } from '../../ownerId.ts';
import { StartError } from '../../startError.ts';
import { openContentFolder } from '../../stores/contentFolder.ts';
import { findContent } from './contents.ts';
import type { Source } from './source.ts';

/**
 * The embedded store, beside the server that uses it: SQLite gives views of one moment, and what such a view does not have in its
 * own table was in the files at that moment.
 * @throws StartError, StoreError, UnavailableError
 */
export async function sqliteSource(path: string, dir: string, closing: Closing): Promise<Source> {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) throw new StartError(`There is no store in ${path}`);
  const views = closing.add(openSqliteViews(path), (opened) => opened.close());
  const files = await openContentFolder(dir);
  const check = (): void => {
    const owner = views.contentOwner.find();
    if (owner === null || owner === findOwnerId(dir)) return;
    throw new StartError(
      `The folder ${dir} does not have the content of ${path}: is the right folder mounted and named?`,
    );
  };
  check();
  return {
    store: 'sqlite',
    location: `sqlite:${path}`,
    present: views.present,
    isOneMoment: true,
    take: async () => views.take(),
    takeHeld: async () => views.takeHeld(),
    read: (view, named) => findContent(view, named, { files, locate: ({ id }) => files.locate(id) }),
    check,
  };
}
