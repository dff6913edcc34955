import {
  type EmailChange,
  type OnDamaged,
  type PortableKind,
  type PortableRows,
  type PortableStore,
  type ReadPorts,
  type RowReader,
  SERVICE_RIGHTS,
  type StorePorts,
} from '@algotheque/domain';
import { replaced } from '../history/formers.ts';
import type { Fixture } from '../runner.ts';
import {
  BEYOND_32_BITS,
  dueOf,
  NOW,
  newAlgo,
  newEvent,
  newGrant,
  newMail,
  newSession,
  newUser,
  newWaiting,
  ODD_NAMES,
  ODD_PSEUDOS,
  pictureOf,
} from '../samples.ts';

/** The repositories on the data of the store. */
export type PortableRepositories = ReadPorts & Pick<StorePorts, 'limiter'>;

export type OpenRepositories = () => Promise<PortableRepositories>;

const LANGUAGES = ['en', 'fr'] as const;

export const KINDS: readonly PortableKind[] = [
  'user',
  'session',
  'algo',
  'deleted',
  'former',
  'folder',
  'deletion',
  'remembered',
  'mail',
  'event',
  'lastId',
];

/** A key, with how stores keep it. */
export const REMEMBERED = {
  name: 'no-shares:1:2 é',
  key: '1ceda56db760f60dd30fcf1f07d02e09be9cc1f7f70fed5ffff10908692d62cc',
};

export type AllRows = { readonly [Kind in PortableKind]: readonly PortableRows[Kind][] };

/** All rows of a kind, and the sizes of the batches. */
export async function exported<Kind extends PortableKind>(
  store: RowReader,
  kind: Kind,
  onDamaged?: OnDamaged,
): Promise<{ readonly rows: PortableRows[Kind][]; readonly sizes: number[] }> {
  const rows: PortableRows[Kind][] = [];
  const sizes: number[] = [];
  for await (const batch of store.exportRows(kind, onDamaged)) {
    rows.push(...batch);
    sizes.push(batch.length);
  }
  return { rows, sizes };
}

/** The rows of an empty store. */
export const NO_ROWS = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as AllRows; // each kind has its list

/** All rows of a store. Last ids of 0 are left out: a store may have one for a kind of which it gave no id. */
export async function exportAll(store: RowReader): Promise<AllRows> {
  const rows: Partial<Record<PortableKind, unknown>> = {};
  for (const kind of KINDS) rows[kind] = (await exported(store, kind)).rows;
  const { lastId, ...others } = rows as AllRows; // each kind has its rows
  return { ...others, lastId: lastId.filter(({ id }) => id > 0) };
}

export async function importAll(store: PortableStore, rows: AllRows): Promise<void> {
  const put = <Kind extends PortableKind>(kind: Kind) => store.importRows(kind, rows[kind]);
  for (const kind of KINDS) await put(kind);
}

/** Rows of every kind, by ascending key, with odd texts, large numbers, and gaps between the ids. */
export function sampleRows(): AllRows {
  const user = ODD_PSEUDOS.map((pseudo, index) => ({
    ...newUser({
      adresseMail: `user${index}@example.org`,
      pseudo,
      isVerified: index % 2 === 0,
      urlPfp: pictureOf(pseudo),
    }),
    id: wide(3 * index + 1, index),
    credentialsVersion: index + 1 + (index % 2) * BEYOND_32_BITS,
    due: [
      ...(index % 4 === 0 ? [dueOf('notice', { version: index + BEYOND_32_BITS, date: NOW - index })] : []),
      ...(index % 4 === 3 ? [dueOf('changed', { adresseMail: `former${index}@example.org`, locale: 'fr' })] : []),
      ...(index % 6 === 0 ? [dueOf('withdrawal', { version: index + 1, date: NOW + index })] : []),
    ],
    isDisabled: index % 7 === 0,
    locale: LANGUAGES[index % 3] ?? null,
    shareMails: index % 3 !== 0,
    serviceRight: [null, ...SERVICE_RIGHTS][index % 3] ?? null,
    emailChange: sampleEmailChange(index),
    deleted: index % 5 === 0,
  }));
  const permsAlgorithme = [
    newGrant(700, 'ReadWrite'),
    { ...newGrant(701), date: 0 },
    { ...newGrant(702), date: NOW + 1, isMailDue: true as const },
  ];
  const waiting = [
    newWaiting('Ada@Example.org', { droits: 'ReadWrite', locale: 'fr' }),
    newWaiting('grace@example.org', { isMailDue: true }),
  ];
  return {
    user,
    session: [1, 2, 3].map((number) => newSession(number, { userId: number, credentialsVersion: number })),
    algo: ODD_NAMES.map((nom, index) => ({
      ...newAlgo(index, {
        nom,
        ownerId: 1 + index,
        permsAlgorithme: index % 2 === 0 ? permsAlgorithme : [],
        waiting: index % 3 === 0 ? waiting : [],
      }),
      id: wide(2 * index + 5, index),
      version: index + 1 + BEYOND_32_BITS,
    })),
    deleted: ODD_NAMES.map((nom, index) => ({
      ...newAlgo(2_000 + index, { nom, ownerId: 500 + index, permsAlgorithme: index % 2 === 0 ? permsAlgorithme : [] }),
      id: wide(2 * index + 6, index),
      version: index + 1 + BEYOND_32_BITS,
      modifiedBy: index + 1,
      dateSource: index,
      dateSuppression: NOW + index,
    })),
    former: ODD_NAMES.map((nom, index) => ({
      ...replaced(1_000 + index),
      nom,
      ownerId: 500 + index,
      id: wide(2 * index + 5, index),
      version: index + 1 + BEYOND_32_BITS,
      modifiedBy: index + 1,
      dateSource: index,
      dateExpiration: NOW + 2 * index,
    })),
    folder: [
      { ownerId: 1, version: 1, lastId: 7, folders: [] },
      {
        ownerId: 2 + BEYOND_32_BITS,
        version: 5 + BEYOND_32_BITS,
        lastId: 11 + BEYOND_32_BITS,
        folders: [
          { id: 4, nom: '', parentId: null },
          { id: 9 + BEYOND_32_BITS, nom: 'inner', parentId: 4 },
        ],
      },
    ],
    deletion: [
      { userId: 1, date: NOW },
      { userId: 16, date: 0 },
    ],
    remembered: [
      { key: '00ff'.repeat(16), until: NOW + BEYOND_32_BITS },
      { key: REMEMBERED.key, until: NOW + 1_000 },
    ],
    mail: ODD_PSEUDOS.map((pseudo, index) =>
      newMail(index, { entry: { recipient: { ...newMail(0).entry.recipient, pseudo } } }),
    ),
    event: [
      newEvent(1),
      newEvent(2, { action: 'limit.refused', actorId: null, targetId: wide(7, 11), limit: 'share' }),
    ],
    lastId: [
      { of: 'algo', id: 2 * BEYOND_32_BITS },
      { of: 'user', id: 3 * BEYOND_32_BITS },
    ],
  };
}

/** None, only a version, what is pending, a former address, or both. */
function sampleEmailChange(index: number): EmailChange {
  const adresseMail = `former${index}@example.org`;
  const former = { adresseMail, isVerified: index % 4 === 0, version: 2 + BEYOND_32_BITS, date: NOW - index };
  return {
    version: index === 0 ? 0 : index + 2 + BEYOND_32_BITS,
    pending: index % 3 === 1 ? { adresseMail: 'wanted@example.org', date: NOW + index } : null,
    former: index % 4 > 1 ? [former] : [],
  };
}

/** The id of a sample; the eleventh and later ones are beyond 32 bits. */
const wide = (id: number, index: number): number => (index < 10 ? id : id + BEYOND_32_BITS);

export interface PortableStoreFixture extends Fixture<PortableStore> {
  /** Opens the repositories on the same data as a server does; rejects while an import is under way. May be called again. */
  readonly repositories: OpenRepositories;
}
