import { randomUUID } from 'node:crypto';
import type { World } from './fixture.ts';
import { newFolder } from './folders.ts';
import { mailedToken, newAlgo, newPerson, PASSWORD, SOURCE } from './people.ts';

export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** How `X-Missing-Fields` names it. Default: by its name. */
  readonly missing?: string;
  /** Accepted values, with those at the bounds. */
  readonly good: readonly unknown[];
  /** Refused values, and the rule that they break. */
  readonly bad: readonly (readonly [value: unknown, rule: string])[];
}

export interface FieldsOf {
  readonly route: string;
  readonly fields: readonly Field[];
  /** The answer to an accepted body. */
  readonly passes: number;
  /** Makes all that a request to the route needs. */
  readonly prepare: (world: World) => Promise<Prepared>;
}

export interface Prepared {
  readonly target: string;
  readonly token?: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const OBJECTS: readonly unknown[] = [{ $gt: '' }, ['x'], [], {}, true];
const wrongType = (values: readonly unknown[]) => values.map((value) => [value, 'type'] as const);
const NO_TEXT = wrongType([...OBJECTS, 1]);
const CONTROL = ['abc\u0000def@x', 'control_character'] as const;

// Which texts a field takes is tested with the domain: here are its bounds, counted in code points, and one text for each rule.
const text = (name: string, required: boolean, min: number, max: number): Field => ({
  name,
  required,
  good: ['x'.repeat(min), `${'😀'.repeat(max - 1)}x`],
  bad: [
    ...(min > 1 ? [[`x${'😀'.repeat(min - 2)}`, 'min_length'] as const] : []),
    ['x'.repeat(max + 1), 'max_length'],
    ...NO_TEXT,
    CONTROL,
  ],
});

const numeric = (name: string): Field => ({
  name,
  required: false,
  good: [0, -5, 1.5],
  bad: wrongType([...OBJECTS, '1']),
});

const fresh = () => randomUUID().slice(0, 8);

const email: Field = {
  name: 'email',
  required: true,
  good: [`o'hara+tag.${fresh()}@example.org`],
  bad: [['plain', 'email'], [`a@${'x'.repeat(15_000)}.org`, 'max_length'], CONTROL, ...NO_TEXT],
};

const urlPfp: Field = {
  name: 'urlPfp',
  required: false,
  good: [`https://example.org/${'x'.repeat(2_028)}`],
  bad: [
    ['javascript:alert(1)', 'url'],
    [`https://example.org/${'x'.repeat(2_029)}`, 'max_length'],
    ['https://example.org/\r\nX: y', 'control_character'],
    ...NO_TEXT,
  ],
};

const language: Field = {
  name: 'locale',
  required: false,
  good: ['en', 'fr'],
  bad: wrongType([...OBJECTS, 'EN', 'de', 1]),
};
const flag = (name: string): Field => ({
  name,
  required: false,
  good: [true, false],
  bad: wrongType([{}, [], 0, 1, 'true']),
});
const droits: Field = {
  name: 'droits',
  required: true,
  good: ['Read', 'ReadWrite'],
  bad: wrongType([...OBJECTS, 'Owner', 'read', 1]),
};
const anyJson: Field = { name: 'sourceCode', required: true, good: [{}, [], { $gt: '' }], bad: [] };
const nom = text('nom', true, 3, 255);
const parentId: Field = {
  name: 'parentId',
  required: false,
  good: [1],
  bad: wrongType([...OBJECTS, '1', 1.5, 0, -1, 2 ** 53]),
};

const withEmail = (route: string): FieldsOf => ({
  route,
  fields: [email],
  passes: 200,
  prepare: async () => ({ target: route, body: { email: 'nobody@example.org' } }),
});

export const FIELD_TABLE: readonly FieldsOf[] = [
  {
    route: 'POST /api/users/register',
    fields: [text('pseudo', true, 3, 30), email, text('password', true, 8, 255)],
    passes: 201,
    prepare: async () => ({
      target: 'POST /api/users/register',
      body: { pseudo: 'Ada', email: `${randomUUID()}@example.org`, password: PASSWORD },
    }),
  },
  {
    route: 'POST /api/users/login',
    fields: [text('email', true, 1, 255), text('password', true, 1, 255)],
    passes: 401,
    prepare: async () => ({ target: 'POST /api/users/login', body: { email: 'nobody', password: 'x' } }),
  },
  withEmail('POST /api/users/confirm'),
  withEmail('POST /api/users/recover'),
  {
    route: 'POST /api/users/recover/:token',
    fields: [text('password', true, 8, 255)],
    passes: 200,
    prepare: async (world) => {
      const person = await newPerson(world.api);
      await world.api.call('POST /api/users/recover', { json: { email: person.email } });
      const token = await mailedToken(world, person, 'recover');
      return { target: `POST /api/users/recover/${token}`, body: { password: PASSWORD } };
    },
  },
  {
    route: 'PUT /api/users/:id',
    fields: [
      text('pseudo', false, 3, 30),
      text('newPassword', false, 8, 255),
      urlPfp,
      language,
      flag('shareMails'),
      numeric('requestedUserId'),
    ],
    passes: 200,
    prepare: async ({ api }) => {
      const { id, token, password } = await newPerson(api);
      return { target: `PUT /api/users/${id}`, token, body: { currentPassword: password } };
    },
  },
  {
    route: 'PATCH /api/users/:id',
    fields: [text('pseudo', false, 3, 30), urlPfp],
    passes: 200,
    prepare: async ({ api }) => {
      const { id, token, password } = await newPerson(api);
      return { target: `PATCH /api/users/${id}`, token, body: { currentPassword: password } };
    },
  },
  {
    route: 'PUT /api/users/:id, wrong password',
    fields: [text('currentPassword', true, 1, 255)],
    passes: 403,
    prepare: async ({ api }) => {
      const { id, token } = await newPerson(api);
      return { target: `PUT /api/users/${id}`, token, body: { currentPassword: 'x' } };
    },
  },
  {
    route: 'POST /api/users/:id/email',
    fields: [{ ...email, name: 'newEmail' }],
    passes: 200,
    prepare: async ({ api }) => {
      const { id, token, password } = await newPerson(api);
      const body = { currentPassword: password, newEmail: `${randomUUID()}@example.org` };
      return { target: `POST /api/users/${id}/email`, token, body };
    },
  },
  {
    route: 'POST /api/users/:id/email, wrong password',
    fields: [text('currentPassword', true, 1, 255)],
    passes: 403,
    prepare: async ({ api }) => {
      const { id, token } = await newPerson(api);
      const body = { currentPassword: 'x', newEmail: `${randomUUID()}@example.org` };
      return { target: `POST /api/users/${id}/email`, token, body };
    },
  },
  {
    route: 'POST /api/algos',
    fields: [
      nom,
      anyJson,
      numeric('id'),
      numeric('dateCreation'),
      numeric('dateModification'),
      numeric('requestedUserId'),
      { ...parentId, name: 'dossierId' },
    ],
    passes: 201,
    prepare: async (world) => {
      const person = await newPerson(world.api);
      await newFolder(world, person, 'one');
      const body = { ownerId: person.id, nom: 'Created', sourceCode: SOURCE };
      return { target: 'POST /api/algos', token: person.token, body };
    },
  },
  {
    route: 'POST /api/algos for another owner',
    fields: [{ ...numeric('ownerId'), required: true }],
    passes: 403,
    prepare: async ({ api }) => {
      const { token } = await newPerson(api);
      return { target: 'POST /api/algos', token, body: { ownerId: 2 ** 52, nom: 'Created', sourceCode: SOURCE } };
    },
  },
  {
    route: 'PUT /api/algos/:id',
    fields: [
      nom,
      anyJson,
      numeric('requestedUserId'),
      { name: 'id', required: false, good: [], bad: wrongType([...OBJECTS, '1', 1.5, -1]) },
    ],
    passes: 200,
    prepare: async ({ api }) => {
      const person = await newPerson(api);
      const { id } = await newAlgo(api, person);
      return { target: `PUT /api/algos/${id}`, token: person.token, body: { nom: 'Changed', sourceCode: SOURCE } };
    },
  },
  {
    route: 'PATCH /api/algos/:id',
    fields: [
      { ...nom, required: false },
      { ...anyJson, required: false },
      numeric('requestedUserId'),
      { name: 'id', required: false, good: [], bad: wrongType([...OBJECTS, '1', 1.5, -1]) },
    ],
    passes: 200,
    prepare: async ({ api }) => {
      const person = await newPerson(api);
      const { id } = await newAlgo(api, person);
      return { target: `PATCH /api/algos/${id}`, token: person.token, body: {} };
    },
  },
  {
    route: 'POST /api/algos/:id/shares',
    fields: [{ ...email, missing: 'email|idUtilisateur' }, droits],
    passes: 200,
    prepare: async ({ api }) => {
      const person = await newPerson(api);
      const { id } = await newAlgo(api, person);
      const body = { email: 'nobody@example.org', droits: 'Read' };
      return { target: `POST /api/algos/${id}/shares`, token: person.token, body };
    },
  },
  {
    route: 'DELETE /api/algos/:id/shares',
    fields: [email],
    passes: 404,
    prepare: async ({ api }) => {
      const person = await newPerson(api);
      const { id } = await newAlgo(api, person);
      return {
        target: `DELETE /api/algos/${id}/shares`,
        token: person.token,
        body: { email: 'nobody@example.org' },
      };
    },
  },
  {
    route: 'PUT /api/algos/:id/dossier',
    fields: [{ ...parentId, name: 'dossierId' }],
    passes: 200,
    prepare: async (world) => {
      const person = await newPerson(world.api);
      const { id } = await newAlgo(world.api, person);
      await newFolder(world, person, 'one');
      return { target: `PUT /api/algos/${id}/dossier`, token: person.token, body: {} };
    },
  },
  {
    route: 'POST /api/folders',
    fields: [text('nom', true, 1, 255), parentId],
    passes: 201,
    prepare: async (world) => {
      const person = await newPerson(world.api);
      await newFolder(world, person, 'one');
      return { target: 'POST /api/folders', token: person.token, body: { nom: 'Created' } };
    },
  },
  {
    route: 'PATCH /api/folders/:id',
    fields: [{ ...text('nom', false, 1, 255) }, parentId, { ...parentId, name: 'id', good: [2] }],
    passes: 200,
    prepare: async (world) => {
      const person = await newPerson(world.api);
      for (const nom of ['one', 'two']) await newFolder(world, person, nom);
      return { target: 'PATCH /api/folders/2', token: person.token, body: {} };
    },
  },
];
