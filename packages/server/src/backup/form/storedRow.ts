import {
  DamagedError,
  DUE_KINDS,
  GRANTED_RIGHTS,
  impossibleInAlgo,
  impossibleInBin,
  impossibleInDeletion,
  impossibleInEvent,
  impossibleInFolders,
  impossibleInFormer,
  impossibleInMail,
  impossibleInRemembered,
  impossibleInSession,
  impossibleInUser,
  LOCALES,
  type PortableKind,
  type PortableRows,
  SERVICE_RIGHTS,
} from '@algotheque/domain';
import * as v from 'valibot';
import { keyOf } from '../../migrate/rows.ts';

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.string();
const date = v.number();
const locale = v.picklist(LOCALES);
const due = v.strictObject({
  kind: v.picklist(DUE_KINDS),
  version: count,
  date,
  locale,
  adresseMail: v.nullable(text),
});

const former = v.strictObject({
  adresseMail: text,
  isVerified: v.boolean(),
  version: count,
  date,
});
const droits = v.picklist(GRANTED_RIGHTS);
const grant = v.strictObject({
  idUtilisateur: id,
  droits,
  date,
  isMailDue: v.exactOptional(v.literal(true)),
});
const waiting = v.strictObject({
  adresseMail: text,
  droits,
  date,
  dateExpiration: date,
  locale,
  isMailDue: v.boolean(),
});
const pending = v.nullable(v.strictObject({ adresseMail: text, date }));

/** The fields of a version of an algorithm. */
const version = {
  id,
  nom: text,
  dateCreation: date,
  dateModification: date,
  ownerId: id,
  version: count,
  ref: text,
  contentBytes: count,
  modifiedBy: id,
  dateSource: date,
};

const algo = {
  ...version,
  permsAlgorithme: v.array(grant),
  places: v.array(v.strictObject({ idUtilisateur: id, dossierId: id })),
  waiting: v.array(waiting),
};

/**
 * The types of the values; what may be in them is the domain's to say. A field that is not named is one that no release writes, and is
 * damage.
 */
const SCHEMAS: { readonly [Kind in PortableKind]: v.GenericSchema<unknown, PortableRows[Kind]> } = {
  user: v.strictObject({
    id,
    adresseMail: text,
    mdpHash: text,
    pseudo: text,
    dateInscription: date,
    isVerified: v.boolean(),
    urlPfp: v.nullable(text),
    isDisabled: v.boolean(),
    credentialsVersion: count,
    due: v.array(due),
    locale: v.nullable(locale),
    shareMails: v.boolean(),
    serviceRight: v.nullable(v.picklist(SERVICE_RIGHTS)),
    emailChange: v.strictObject({ version: count, pending, former: v.array(former) }),
    deleted: v.boolean(),
  }),
  session: v.strictObject({
    digest: text,
    userId: id,
    credentialsVersion: count,
    dateCreation: date,
    dateUtilisation: date,
    dateExpiration: date,
    client: v.nullable(text),
    address: v.nullable(text),
  }),
  algo: v.strictObject(algo),
  deleted: v.strictObject({ ...algo, dateSuppression: date }),
  former: v.strictObject({ ...version, dateExpiration: date }),
  folder: v.strictObject({
    ownerId: id,
    version: count,
    lastId: count,
    folders: v.array(
      v.strictObject({ id, nom: text, parentId: v.nullable(id), isLeaving: v.exactOptional(v.literal(true)) }),
    ),
  }),
  deletion: v.strictObject({ userId: id, date }),
  remembered: v.strictObject({ key: text, until: count }),
  mail: v.custom<PortableRows['mail']>(() => true), // `impossibleInMail` checks the types too
  event: v.custom<PortableRows['event']>(() => true), // as `mail`
  lastId: v.strictObject({ of: v.picklist(['user', 'algo']), id: count }),
};

const IMPOSSIBLE: { readonly [Kind in PortableKind]: (row: PortableRows[Kind]) => string | null } = {
  user: impossibleInUser,
  session: impossibleInSession,
  algo: impossibleInAlgo,
  deleted: impossibleInBin,
  former: impossibleInFormer,
  folder: impossibleInFolders,
  deletion: impossibleInDeletion,
  remembered: impossibleInRemembered,
  mail: impossibleInMail,
  event: impossibleInEvent,
  lastId: () => null,
};

/** A row of a backup as a store gives it, or its damage: a value that no version of the program can have written. */
export function storedRow<Kind extends PortableKind>(kind: Kind, read: object): PortableRows[Kind] | DamagedError {
  const schema: v.GenericSchema<unknown, PortableRows[Kind]> = SCHEMAS[kind];
  const parsed = v.safeParse(schema, read);
  const field = parsed.success ? IMPOSSIBLE[kind](parsed.output) : (v.getDotPath(parsed.issues[0]) ?? 'row');
  if (parsed.success && field === null) return parsed.output;
  return new DamagedError({ place: kind, id: String(keyOf(kind, { ...read })), field });
}
