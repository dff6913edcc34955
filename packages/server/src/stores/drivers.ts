import type { StoreDriver } from '@algotheque/domain';

export interface StoreKind {
  readonly name: string;
  readonly schemes: readonly string[];
  readonly form: string;
  /** Whether a store is a file at the path after the scheme. Then its content is in a folder; otherwise the store can have it. */
  readonly isFile: boolean;
  /** A start loads only the driver of its own store. */
  load(): Promise<StoreDriver>;
}

/** All kinds of stores; the first one is the default. One more is a line here. */
export const STORE_KINDS: readonly [StoreKind, ...StoreKind[]] = [
  {
    name: 'SQLite',
    schemes: ['sqlite:'],
    form: 'sqlite:PATH',
    isFile: true,
    load: async () => (await import('@algotheque/adapters-sqlite')).sqliteDriver,
  },
  {
    name: 'MongoDB',
    schemes: ['mongodb://', 'mongodb+srv://'],
    form: 'mongodb://…',
    isFile: false,
    load: async () => (await import('@algotheque/adapters-mongo')).mongoDriver,
  },
];

export const kindOf = (url: string): StoreKind | null =>
  STORE_KINDS.find(({ schemes }) => schemes.some((scheme) => url.startsWith(scheme))) ?? null;

/** The value of ALGOTHEQUE_FILES_URL by which a store of this kind has the content itself, such as `mongodb:`; null if it cannot. */
export function ownContentUrl({ isFile, schemes: [scheme = ''] }: StoreKind): string | null {
  return isFile ? null : scheme.replace('//', '');
}

export const OWN_CONTENT_URLS: readonly string[] = STORE_KINDS.flatMap((kind) => ownContentUrl(kind) ?? []);
