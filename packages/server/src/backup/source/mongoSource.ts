import type { ContentPlace } from '@algotheque/adapters-mongo';
import type { Closing } from '../../closing.ts';
import { findOwnerId } from '../../ownerId.ts';
import type { Places } from '../../places.ts';
import { StartError } from '../../startError.ts';
import { openContentFolder } from '../../stores/contentFolder.ts';
import { findContent } from './contents.ts';
import type { Source } from './source.ts';

/**
 * MongoDB, beside the servers that use it. A replica set or a sharded cluster gives views of one moment; content in a folder is that of
 * the moment if no record has changed until it was copied. A stand-alone server gives each record with its content.
 * @throws StartError, StoreRefusedError, UnavailableError
 */
export async function mongoSource(url: string, place: Places['files'], closing: Closing): Promise<Source> {
  const { openMongoViews } = await import('@algotheque/adapters-mongo'); // a backup of an embedded store does not load the driver
  const views = closing.add(await openMongoViews(url), (opened) => opened.close());
  const files = place.kind === 'folder' ? await openContentFolder(place.dir) : null;
  const check = (): void => requirePlace(place, views.contentPlace);
  check();
  const locate = ({ id, ref }: { readonly id: number; readonly ref: string }): string =>
    files === null ? `contents/${ref}` : files.locate(id);
  return {
    store: 'mongodb',
    location: `mongodb://${views.location}`,
    present: views.present,
    isOneMoment: views.isOneMoment,
    take: () => views.take(),
    takeHeld: null,
    read: (view, named) => findContent(view, named, { files, locate }),
    check,
  };
}

/** @throws StartError when the content is not where the settings say */
function requirePlace(place: Places['files'], recorded: ContentPlace | null): void {
  if (recorded === null) return;
  const found = place.kind === 'folder' ? findOwnerId(place.dir) : 'mongodb';
  if (found === (recorded === 'mongodb' ? recorded : recorded.owner)) return;
  throw new StartError(
    place.kind === 'folder'
      ? `The content of this MongoDB does not lie in ${place.dir}: does ALGOTHEQUE_FILES_URL name the right place?`
      : 'The content of this MongoDB lies in the folder of its server: name it by ALGOTHEQUE_FILES_URL=file:PATH',
  );
}
