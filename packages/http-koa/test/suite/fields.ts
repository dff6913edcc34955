import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import { FIELD_TABLE, type Prepared } from './fieldTable.ts';
import type { World } from './fixture.ts';
import { once } from './once.ts';

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

/** Every field of every body: missing, of the wrong type, too short, too long, at its bounds. */
export function fields(world: World): void {
  const { api } = world;
  describe.each(FIELD_TABLE)('$route', ({ fields: list, passes, prepare }) => {
    const refused = once(() => prepare(world)); // refused requests change nothing
    describe.each(list)('$name', ({ name, required, missing = name, good, bad }) => {
      const send = ({ target, token, body }: Prepared, value: unknown) =>
        api.call(target, { token, json: { ...body, [name]: value } });

      it(
        required
          ? 'is required: absent, null and empty are missing'
          : 'may be left out: null and empty count as not sent',
        async () => {
          for (const value of [undefined, null, '']) {
            const reply = await send(required ? await refused() : await prepare(world), value);
            if (required) {
              expect(statusAndMessage(reply)).toBe('400 General.Missing_data');
              expect(reply.body).not.toHaveProperty('data'); // specification, section 7
              expect(reply.headers.get('X-Missing-Fields')).toBe(missing);
            } else expect(`${shown(value)} ${reply.status}`).toBe(`${shown(value)} ${passes}`);
          }
        },
      );

      it('accepts values within its bounds', async () => {
        for (const value of good)
          expect(`${shown(value)} ${(await send(await prepare(world), value)).status}`).toBe(
            `${shown(value)} ${passes}`,
          );
      });

      it('refuses other values by path and rule', async () => {
        for (const [value, rule] of bad) {
          const reply = await send(await refused(), value);
          expect(`${shown(value)} ${statusAndMessage(reply)}`).toBe(`${shown(value)} 400 General.Invalid_data`);
          const found = dataOf<{ path: string; rule: string }[]>(reply).map((issue) => `${issue.path} ${issue.rule}`);
          expect(`${shown(value)} ${found}`).toContain(`/${name} ${rule}`);
        }
      });
    });
  });
}
