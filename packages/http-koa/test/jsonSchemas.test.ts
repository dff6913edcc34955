import { OPERATIONS, type Operation } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { jsonSchemaOf } from '../generate/index.ts';
import { ROUTES } from '../src/index.ts';

const all: readonly (readonly [string, Operation])[] = Object.entries(OPERATIONS);

/** Control characters, line separators, the replacement character. */
const unprintable = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd`;
const bidi = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const printable = { type: 'string', pattern: `^[^${unprintable}]*$` };

const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const ignored = { type: 'number', readOnly: true };
const newPassword = { ...printable, minLength: 8, maxLength: 255 };
const anyPassword = { ...printable, minLength: 1, maxLength: 255 };
const email = { ...printable, maxLength: 254, format: 'email' };
const pseudo = { type: 'string', pattern: expect.stringContaining(unprintable + bidi), minLength: 3, maxLength: 30 };
const nom = { type: 'string', pattern: `^[^${unprintable}${bidi}]*$`, minLength: 3, maxLength: 255 };
const folderName = { ...nom, minLength: 1 };
const parentId = { anyOf: [id, { type: 'null' }] };
const versions = { anyOf: [{ const: '*' }, { type: 'array', items: { type: 'number' } }] };
const token = { type: 'string' };

const object = (properties: Readonly<Record<string, unknown>>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const right = { type: 'string', enum: ['ReadWrite', 'Read'] };
const language = { type: 'string', enum: ['en', 'fr'] };

const permissions = {
  type: 'array',
  maxItems: 1_000,
  uniqueItems: true,
  items: object({ idUtilisateur: id, droits: right }),
};

/** The input of each operation, with the bounds of the specification and of docs/api.md; null for none. */
const INPUTS: Readonly<Record<keyof typeof OPERATIONS, unknown>> = {
  registerUser: object({ pseudo, email, password: newPassword }),
  confirmUser: token,
  resendConfirmation: object({ email }),
  login: object({ email: { ...printable, maxLength: 255 }, password: anyPassword }),
  authenticate: token,
  logout: null,
  recoverPassword: object({ email }),
  checkRecovery: token,
  resetPassword: object({ changes: object({ password: newPassword }), token }),
  adminListAccounts: object({ after: id, limit: { ...id, maximum: 1_000, default: 100 } }, ['after', 'limit']),
  adminFindAccount: { anyOf: [id, { type: 'string' }] },
  adminConfirm: id,
  adminDisable: id,
  adminEnable: id,
  adminSendRecovery: id,
  adminSetPassword: object({ id, changes: object({ password: newPassword }) }),
  adminListSessions: id,
  adminEndSessions: id,
  adminCountShares: id,
  adminDelete: object({ id, proof: object({ currentPassword: anyPassword }) }),
  adminListMails: object({ after: { type: 'string', default: '' } }, ['after']),
  adminRetryMail: token,
  adminDropMail: token,
  getOwnUser: null,
  getUser: id,
  updateUser: object({
    id,
    changes: object(
      {
        pseudo,
        currentPassword: anyPassword,
        newPassword,
        urlPfp: {
          anyOf: [
            { type: 'string', maxLength: 2_048, format: 'uri', pattern: expect.stringContaining('[Hh]') },
            { type: 'null' },
          ],
        },
        locale: language,
        shareMails: { type: 'boolean' },
        requestedUserId: ignored,
      },
      ['pseudo', 'newPassword', 'urlPfp', 'locale', 'shareMails', 'requestedUserId'],
    ),
  }),
  deleteUser: object({ id, proof: { ...object({ currentPassword: anyPassword }, ['currentPassword']), default: {} } }, [
    'proof',
  ]),
  listSessions: id,
  exportUser: id,
  importAlgos: object({ files: {}, sent: {} }, ['sent']),
  endSession: object({ id, sessionId: { type: 'string', pattern: '^[0-9a-f]{32}$' } }),
  endSessions: object({ id, which: { ...object({ all: { type: 'boolean' } }, ['all']), default: {} } }, ['which']),
  createAlgo: object(
    {
      id: ignored,
      nom,
      dateCreation: ignored,
      dateModification: ignored,
      ownerId: { type: 'number' },
      requestedUserId: ignored,
      sourceCode: {},
      dossierId: parentId,
    },
    ['id', 'dateCreation', 'dateModification', 'requestedUserId', 'dossierId'],
  ),
  copyAlgo: object(
    {
      id,
      changes: { ...object({ nom, dossierId: { anyOf: [id, { type: 'null' }] } }, ['nom', 'dossierId']), default: {} },
    },
    ['changes'],
  ),
  getAlgo: object({ id, unlessVersion: versions }, ['unlessVersion']),
  listAlgos: object(
    {
      id,
      page: { ...object({ limit: { ...id, maximum: 1_000 }, after: id }, ['limit', 'after']), default: {} },
    },
    ['page'],
  ),
  listVersions: object({ id }),
  getVersion: object({ id, version: id }),
  restoreVersion: object({ id, version: id, ifVersion: versions }, ['ifVersion']),
  listBin: object(
    {
      page: {
        ...object({ limit: { ...id, maximum: 1_000 }, after: { type: 'string', minLength: 1, maxLength: 40 } }, [
          'limit',
          'after',
        ]),
        default: {},
      },
    },
    ['page'],
  ),
  restoreAlgo: object({ id }),
  emptyBin: null,
  purgeAlgo: object({ id }),
  searchAlgos: object(
    {
      role: { type: 'string', enum: ['owner', 'shared', 'all'] },
      dossierId: { anyOf: [id, { type: 'null' }] },
      q: { type: 'string', minLength: 1, maxLength: 255 },
      sort: {
        type: 'string',
        enum: ['nom', '-nom', 'dateCreation', '-dateCreation', 'dateModification', '-dateModification'],
      },
      modifiedSince: { ...id, minimum: 0 },
      limit: { ...id, maximum: 1_000 },
      after: { type: 'string', minLength: 1, maxLength: 1_000 },
      total: { type: 'boolean' },
    },
    ['role', 'dossierId', 'q', 'sort', 'modifiedSince', 'limit', 'after', 'total'],
  ),
  updateAlgo: object(
    {
      id,
      ifVersion: versions,
      changes: object({ id, nom, requestedUserId: ignored, permsAlgorithme: permissions, sourceCode: {} }, [
        'id',
        'requestedUserId',
        'permsAlgorithme',
      ]),
    },
    ['ifVersion'],
  ),
  patchAlgo: object(
    {
      id,
      ifVersion: versions,
      changes: object({ id, nom, requestedUserId: ignored, permsAlgorithme: permissions, sourceCode: {} }, [
        'id',
        'nom',
        'requestedUserId',
        'permsAlgorithme',
        'sourceCode',
      ]),
    },
    ['ifVersion'],
  ),
  leaveAlgo: object({ id, ifVersion: versions }, ['ifVersion']),
  leaveOwner: object({ id, which: { ...object({ refuse: { type: 'boolean' } }, ['refuse']), default: {} } }, ['which']),
  deleteAlgo: object({ id, ifVersion: versions }, ['ifVersion']),
  placeAlgo: object({ id, place: { ...object({ dossierId: parentId }, ['dossierId']), default: {} } }, ['place']),
  listShares: id,
  shareAlgo: object({ id, share: object({ email, idUtilisateur: id, droits: right }, ['email', 'idUtilisateur']) }),
  endShare: object({ id, idUtilisateur: id }),
  endWaitingShare: object({ id, share: object({ email }) }),
  listFolders: null,
  createFolder: object({ ifVersion: versions, folder: object({ nom: folderName, parentId }, ['parentId']) }, [
    'ifVersion',
  ]),
  updateFolder: object(
    { id, ifVersion: versions, changes: object({ id, nom: folderName, parentId }, ['id', 'nom', 'parentId']) },
    ['ifVersion'],
  ),
  deleteFolder: object(
    { id, ifVersion: versions, which: { ...object({ recursive: { type: 'boolean' } }, ['recursive']), default: {} } },
    ['ifVersion', 'which'],
  ),
  requestEmail: object({ id, changes: object({ currentPassword: anyPassword, newEmail: email }) }),
  checkEmail: token,
  changeEmail: token,
  checkInvitation: token,
  acceptInvitation: token,
  refuseInvitations: token,
  checkEmailBack: token,
  takeBackEmail: token,
  resumeWork: null,
};

const text = { type: 'string' };
const number = { type: 'number' };
const orNull = (schema: unknown) => ({ anyOf: [schema, { type: 'null' }] });

const figures = object({ used: number, limit: orNull(number) });
const usage = object({ algos: figures, bytes: object({ ...figures.properties, versions: number }) });
const publicUser = object({ id: number, pseudo: text, dateInscription: number, urlPfp: orNull(text) });
const ownUser = object(
  {
    id: number,
    adresseMail: text,
    pseudo: text,
    dateInscription: number,
    isVerified: { type: 'boolean' },
    urlPfp: orNull(text),
    locale: orNull(language),
    shareMails: { type: 'boolean' },
    serviceRight: { type: 'string', enum: ['look', 'act'] },
  },
  ['serviceRight'],
);
const account = object({ ...ownUser.properties, isDisabled: { type: 'boolean' } }, ['serviceRight']);
const session = object({
  sessionId: text,
  dateCreation: number,
  dateUtilisation: number,
  dateExpiration: number,
  client: orNull(text),
  address: orNull(text),
});
const algo = object(
  {
    id: number,
    nom: text,
    dateCreation: number,
    dateModification: number,
    ownerId: number,
    droits: { type: 'string', enum: ['Owner', 'ReadWrite', 'Read'] },
    permsAlgorithme: { type: 'array', items: object({ idUtilisateur: number, droits: right }) },
  },
  ['permsAlgorithme'],
);
const algoRow = {
  ...algo,
  properties: { ...algo.properties, version: number },
  required: [...algo.required, 'version'],
};
const folder = object({ id: number, nom: text, parentId: orNull(number) });
const countedFolder = object({ id: number, nom: text, parentId: orNull(number), algos: number });
const entryFields = Object.fromEntries(
  Object.entries(algoRow.properties).filter(([name]) => name !== 'permsAlgorithme'),
);
const entry = object({ ...entryFields, dossierId: orNull(number) });
const placedAlgo = {
  ...algo,
  properties: { ...algo.properties, dossierId: orNull(number) },
  required: [...algo.required, 'dossierId'],
};
const full = object({ used: number, limit: number });
const versionedAlgo = object({ algo: placedAlgo, version: number });

const version = object({
  version: number,
  nom: text,
  dateModification: number,
  idUtilisateur: orNull(number),
  bytes: number,
});

/** The output of each operation; null for none, `{}` for a value of this process. */
const OUTPUTS: Readonly<Record<keyof typeof OPERATIONS, unknown>> = {
  registerUser: ownUser,
  confirmUser: ownUser,
  resendConfirmation: null,
  login: object({ token: text, dateExpiration: number, utilisateur: ownUser }),
  authenticate: {},
  logout: null,
  recoverPassword: null,
  checkRecovery: object({ adresseMail: text }),
  resetPassword: object({ wasConfirmed: { type: 'boolean' } }),
  adminListAccounts: object({
    accounts: { type: 'array', items: account },
    next: orNull(number),
    damaged: { type: 'array', items: text },
  }),
  adminFindAccount: object({ ...account.properties, usage }, ['serviceRight']),
  adminConfirm: account,
  adminDisable: account,
  adminEnable: account,
  adminSendRecovery: null,
  adminSetPassword: account,
  adminListSessions: { type: 'array', items: session },
  adminEndSessions: null,
  adminCountShares: object({ algos: number, people: number }),
  adminDelete: null,
  adminListMails: object({
    mails: {
      type: 'array',
      items: object({
        name: text,
        place: { type: 'string', enum: ['waiting', 'sending', 'failed'] },
        to: text,
        kind: text,
        date: number,
        tries: number,
        nextTry: orNull(number),
        answer: orNull(text),
      }),
    },
    next: orNull(text),
    damaged: { type: 'array', items: text },
  }),
  adminRetryMail: null,
  adminDropMail: null,
  getOwnUser: object({
    utilisateur: ownUser,
    session: object({ dateCreation: number, dateUtilisation: number, dateExpiration: number }),
    usage,
  }),
  getUser: { anyOf: [ownUser, publicUser] },
  updateUser: ownUser,
  deleteUser: null,
  listSessions: {
    type: 'array',
    items: object({ ...session.properties, isCurrent: { type: 'boolean' } }),
  },
  exportUser: object({ entries: {} }),
  importAlgos: object({
    entries: {
      type: 'array',
      items: object(
        {
          path: text,
          outcome: { type: 'string', enum: ['created', 'present', 'refused'] },
          id: orNull(number),
          message: text,
          violations: { type: 'array', items: object({ path: text, rule: text, message: text }) },
          data: { anyOf: [object({ algos: full, bytes: full, bin: object({ algos: number, bytes: number }) }), full] },
        },
        ['message', 'violations', 'data'],
      ),
    },
    rest: object({ created: number, present: number, refused: number, unread: number }),
  }),
  endSession: null,
  endSessions: null,
  createAlgo: versionedAlgo,
  copyAlgo: versionedAlgo,
  getAlgo: object({ algo: placedAlgo, version: number, source: {} }),
  listAlgos: object({ algos: { type: 'array', items: algoRow }, next: orNull(number), leftOut: number }),
  searchAlgos: object({
    algos: { type: 'array', items: entry },
    next: orNull(text),
    total: orNull(number),
    isTotalLeast: { type: 'boolean' },
    leftOut: number,
  }),
  listVersions: object({ versions: { type: 'array', items: version }, leftOut: number }),
  getVersion: object({ version, source: {} }),
  restoreVersion: versionedAlgo,
  listBin: object({
    algos: {
      type: 'array',
      items: object({
        id: number,
        nom: text,
        dateCreation: number,
        dateModification: number,
        dateSuppression: number,
        dateExpiration: number,
        bytes: number,
      }),
    },
    next: orNull(text),
    leftOut: number,
  }),
  restoreAlgo: versionedAlgo,
  emptyBin: object({ algos: number }),
  purgeAlgo: null,
  updateAlgo: versionedAlgo,
  patchAlgo: versionedAlgo,
  leaveAlgo: null,
  leaveOwner: object({ algos: number }),
  deleteAlgo: null,
  placeAlgo: versionedAlgo,
  shareAlgo: null,
  endShare: null,
  endWaitingShare: null,
  listShares: object({
    shares: {
      type: 'array',
      items: object({ idUtilisateur: number, pseudo: orNull(text), droits: right, date: number }),
    },
    waiting: {
      type: 'array',
      items: object({ adresseMail: text, droits: right, date: number, dateExpiration: number }),
    },
  }),
  listFolders: object({
    tree: object({ algos: number, dossiers: { type: 'array', items: countedFolder } }),
    version: number,
  }),
  createFolder: object({ folder, version: number }),
  updateFolder: object({ folder, version: number }),
  deleteFolder: object({ version: number }),
  requestEmail: null,
  checkEmail: object({ adresseMail: text, pseudo: text }),
  changeEmail: null,
  checkInvitation: object({ adresseMail: text }),
  acceptInvitation: object({ algos: { type: 'array', items: number }, isComplete: { type: 'boolean' } }),
  refuseInvitations: null,
  checkEmailBack: object({ adresseMail: text, pseudo: text }),
  takeBackEmail: null,
  resumeWork: null,
};

describe('as JSON Schema', () => {
  it.each(all)('the input of %s has every field, the required ones, and all bounds', (method, { input }) => {
    expect(input === null ? null : jsonSchemaOf(input.schema)).toEqual(Reflect.get(INPUTS, method));
  });

  it.each(all)('the output of %s has every field', (method, { output }) => {
    expect(output === null ? null : jsonSchemaOf(output)).toEqual(Reflect.get(OUTPUTS, method));
  });

  it('the data of every route is JSON alone', () => {
    const data = ROUTES.flatMap(({ success }) => (success.data === null ? [] : [jsonSchemaOf(success.data)]));
    expect(data).toHaveLength(43);
    expect(JSON.stringify(data)).not.toContain('{}');
  });
});
