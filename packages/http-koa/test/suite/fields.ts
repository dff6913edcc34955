import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { newFolder } from './folders.ts';
import { freshEmail, mailedToken, newAlgo, newPerson, PASSWORD, SOURCE } from './people.ts';

type Fields = Readonly<Record<string, unknown>>;
type Row = readonly [
  request: string,
  passes: number,
  /** As `X-Missing-Fields` names them. */
  required: readonly string[],
  optional: readonly string[],
  good: (userId: number) => Fields,
];

const OF_USER = ['pseudo', 'newPassword', 'urlPfp', 'locale', 'shareMails', 'requestedUserId'];
const OF_RECORD = ['id', 'dateCreation', 'dateModification', 'requestedUserId', 'dossierId'];
const password = { currentPassword: PASSWORD };

// Which values a field takes is tested with the domain.
// biome-ignore format: one request a line reads as the table that it is
const ROWS: readonly Row[] = [
  ['POST /api/users/register', 201, ['pseudo', 'email', 'password'], [], () => ({ pseudo: 'Ada', email: `${randomUUID()}@example.org`, password: PASSWORD })],
  ['POST /api/users/login', 401, ['email', 'password'], [], () => ({ email: 'nobody', password: 'x' })],
  ['POST /api/users/confirm', 200, ['email'], [], () => ({ email: 'nobody@example.org' })],
  ['POST /api/users/recover', 200, ['email'], [], () => ({ email: 'nobody@example.org' })],
  ['POST /api/users/recover/:token', 200, ['password'], [], () => ({ password: PASSWORD })],
  ['PUT /api/users/:user', 200, ['currentPassword'], OF_USER, () => password],
  ['PATCH /api/users/:user', 200, ['currentPassword'], OF_USER, () => password],
  ['POST /api/users/:user/email', 200, ['currentPassword', 'newEmail'], [], () => ({ ...password, newEmail: freshEmail() })],
  ['POST /api/algos', 201, ['nom', 'ownerId', 'sourceCode'], OF_RECORD, (id) => ({ ownerId: id, nom: 'Created', sourceCode: SOURCE })],
  ['PUT /api/algos/:algo', 200, ['nom', 'sourceCode'], ['id', 'requestedUserId', 'permsAlgorithme'], () => ({ nom: 'Changed', sourceCode: SOURCE })],
  ['PATCH /api/algos/:algo', 200, [], ['nom', 'id', 'requestedUserId', 'permsAlgorithme'], () => ({})],
  ['POST /api/algos/:algo/shares', 200, ['email|idUtilisateur', 'droits'], [], () => ({ email: 'nobody@example.org', droits: 'Read' })],
  ['DELETE /api/algos/:algo/shares', 404, ['email'], [], () => ({ email: 'nobody@example.org' })],
  ['PUT /api/algos/:algo/dossier', 200, [], ['dossierId'], () => ({})],
  ['POST /api/folders', 201, ['nom'], ['parentId'], () => ({ nom: 'Created' })],
  ['PATCH /api/folders/:folder', 200, [], ['id', 'nom', 'parentId'], () => ({})],
];

const each = (names: readonly string[], value: unknown): Fields =>
  Object.fromEntries(names.map((name) => [name.replace(/\|.*/, ''), value]));

/** The fields of every body: missing, empty, of the wrong type. */
export function fields(world: World): void {
  const { api } = world;
  describe.each(ROWS)('the fields of %s', (request, passes, required, optional, good) => {
    /** Makes all that a request to the route needs. */
    async function prepared() {
      const person = await newPerson(api);
      const { id: algo } = await newAlgo(api, person);
      const folder = await newFolder(world, person, 'one');
      await api.call('POST /api/users/recover', { json: { email: person.email } });
      const link = await mailedToken(world, person, 'recover');
      const values: Fields = { user: person.id, algo, folder, token: link };
      const target = request.replace(/:(\w+)/, (_, name) => String(values[name]));
      const send = (changes: Fields) =>
        api.call(target, { token: person.token, json: { ...good(person.id), ...changes } });
      return send;
    }

    it('that are required are missing when they are absent, null or empty', async () => {
      const send = await prepared();
      for (const value of [undefined, null, '']) {
        const reply = await send(each(required, value));
        if (required.length === 0) return expect(reply.status).toBe(passes);
        expect(statusAndMessage(reply)).toBe('400 General.Missing_data');
        expect(reply.body).not.toHaveProperty('data'); // specification, section 7
        expect(reply.headers.get('X-Missing-Fields')).toBe(required.join(', '));
      }
    });

    it('that may be left out count as not sent when they are null or empty', async () => {
      for (const value of [undefined, null, '']) {
        const send = await prepared();
        expect((await send(each(optional, value))).status, String(value)).toBe(passes);
      }
    });

    it('are refused by path and rule when they have another type', async () => {
      const send = await prepared();
      for (const value of [{ $gt: '' }, ['x'], []]) {
        const takes = (name: string) => name === 'sourceCode' || (name === 'permsAlgorithme' && Array.isArray(value));
        const names = Object.keys(each([...required, ...optional], value)).filter((name) => !takes(name));
        if (names.length === 0) continue;
        const reply = await send(each(names, value));
        expect(statusAndMessage(reply)).toBe('400 General.Invalid_data');
        const found = dataOf<{ path: string; rule: string }[]>(reply).map(({ path, rule }) => `${path} ${rule}`);
        expect(found.sort()).toEqual(names.map((name) => `/${name} type`).sort());
      }
    });
  });
}
