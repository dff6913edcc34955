import { dirname } from 'node:path';
import { contentPlace, type SidePlace, type StorePlace, storeKindWithContent, storePlace } from '../places.ts';
import { SettingsError, UsageError } from '../startError.ts';
import { kindOf, OWN_CONTENT_URLS, ownContentUrl, STORE_KINDS } from '../stores/drivers.ts';

export interface SideOptions {
  readonly url: string;
  /** `file:PATH`, or such as `mongodb:`; default: `algos/` beside a file, or the store itself. */
  readonly files: string | undefined;
}

/** @throws UsageError that names the option, and repeats nothing of a URL, which may have a password */
export function sidePlace(option: '--from' | '--to', { url, files }: SideOptions): SidePlace {
  const store = storeOf(option, url);
  if (files === undefined)
    return { store, contentDir: store.path === null ? null : contentPlace(null, dirname(store.path)) };
  const mustBe = `${option}-files must be file:PATH or ${OWN_CONTENT_URLS.join(' or ')}`;
  const contentDir = orUsageError(mustBe, () => contentPlace(files, '.'));
  if (contentDir === null && files !== ownContentUrl(store.kind)) {
    throw new UsageError(`${option}-files can be ${files} only where ${option} is a ${storeKindWithContent(files)}`);
  }
  return { store, contentDir };
}

function storeOf(option: string, url: string): StorePlace {
  const mustBe = `${option} must be ${STORE_KINDS.map(({ form }) => form).join(' or ')}`;
  if (kindOf(url) === null) throw new UsageError(mustBe);
  return orUsageError(mustBe, () => storePlace(url, '.'));
}

// The places are read as those of the settings, but no setting is wrong here.
function orUsageError<Place>(message: string, read: () => Place): Place {
  try {
    return read();
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(message) : error;
  }
}
