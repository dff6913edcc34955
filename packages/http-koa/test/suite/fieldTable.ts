import { randomUUID } from 'node:crypto';
import type { World } from './fixture.ts';
import { newFolder } from './folders.ts';
import { mailedToken, newAlgo, newPerson, PASSWORD, type Person, SOURCE } from './people.ts';

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

/** The request with which the name of a row begins, as in `PUT /api/users/:id, wrong password`. */
const targetOf = (route: string, id: number): string =>
  (/^\w+ [^\s,]+/.exec(route)?.[0] ?? '').replace(':id', String(id));

type Row = readonly [route: string, passes: number, fields: readonly Field[]];
type Body = Prepared['body'];

/** With `:id` as the id of who asks. */
const byPerson = ([route, passes, fields]: Row, body: (person: Person) => Body): FieldsOf => ({
  route,
  fields,
  passes,
  async prepare({ api }) {
    const person = await newPerson(api);
    return { target: targetOf(route, person.id), token: person.token, body: body(person) };
  },
});

/** With `:id` as the id of an algorithm of who asks. */
const onAlgo = ([route, passes, fields]: Row, body: Body): FieldsOf => ({
  route,
  fields,
  passes,
  async prepare({ api }) {
    const person = await newPerson(api);
    const { id } = await newAlgo(api, person);
    return { target: targetOf(route, id), token: person.token, body };
  },
});

/** Who asks has folders of these names with the ids from 1 on; `:id` is the last one. */
const withFolders = (
  [route, passes, fields]: Row,
  names: readonly string[],
  body: (person: Person) => Body,
): FieldsOf => ({
  route,
  fields,
  passes,
  async prepare(world) {
    const person = await newPerson(world.api);
    for (const name of names) await newFolder(world, person, name);
    return { target: targetOf(route, names.length), token: person.token, body: body(person) };
  },
});

const idOfAlgo: Field = { name: 'id', required: false, good: [], bad: wrongType([...OBJECTS, '1', 1.5, -1]) };
const sharing = { email: 'nobody@example.org' };

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
  byPerson(
    [
      'PUT /api/users/:id',
      200,
      [
        text('pseudo', false, 3, 30),
        text('newPassword', false, 8, 255),
        urlPfp,
        language,
        flag('shareMails'),
        numeric('requestedUserId'),
      ],
    ],
    ({ password }) => ({ currentPassword: password }),
  ),
  byPerson(['PATCH /api/users/:id', 200, [text('pseudo', false, 3, 30), urlPfp]], ({ password }) => ({
    currentPassword: password,
  })),
  byPerson(['PUT /api/users/:id, wrong password', 403, [text('currentPassword', true, 1, 255)]], () => ({
    currentPassword: 'x',
  })),
  byPerson(['POST /api/users/:id/email', 200, [{ ...email, name: 'newEmail' }]], ({ password }) => ({
    currentPassword: password,
    newEmail: `${randomUUID()}@example.org`,
  })),
  byPerson(['POST /api/users/:id/email, wrong password', 403, [text('currentPassword', true, 1, 255)]], () => ({
    currentPassword: 'x',
    newEmail: `${randomUUID()}@example.org`,
  })),
  withFolders(
    [
      'POST /api/algos',
      201,
      [
        nom,
        anyJson,
        numeric('id'),
        numeric('dateCreation'),
        numeric('dateModification'),
        numeric('requestedUserId'),
        { ...parentId, name: 'dossierId' },
      ],
    ],
    ['one'],
    ({ id }) => ({ ownerId: id, nom: 'Created', sourceCode: SOURCE }),
  ),
  byPerson(['POST /api/algos for another owner', 403, [{ ...numeric('ownerId'), required: true }]], () => ({
    ownerId: 2 ** 52,
    nom: 'Created',
    sourceCode: SOURCE,
  })),
  onAlgo(['PUT /api/algos/:id', 200, [nom, anyJson, numeric('requestedUserId'), idOfAlgo]], {
    nom: 'Changed',
    sourceCode: SOURCE,
  }),
  onAlgo(
    [
      'PATCH /api/algos/:id',
      200,
      [{ ...nom, required: false }, { ...anyJson, required: false }, numeric('requestedUserId'), idOfAlgo],
    ],
    {},
  ),
  onAlgo(['POST /api/algos/:id/shares', 200, [{ ...email, missing: 'email|idUtilisateur' }, droits]], {
    ...sharing,
    droits: 'Read',
  }),
  onAlgo(['DELETE /api/algos/:id/shares', 404, [email]], sharing),
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
  withFolders(['POST /api/folders', 201, [text('nom', true, 1, 255), parentId]], ['one'], () => ({ nom: 'Created' })),
  withFolders(
    ['PATCH /api/folders/:id', 200, [text('nom', false, 1, 255), parentId, { ...parentId, name: 'id', good: [2] }]],
    ['one', 'two'],
    () => ({}),
  ),
];
