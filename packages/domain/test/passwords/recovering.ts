import type { Step } from '../support/intercept.ts';
import { emailOf, mailedToken, openWorld, register } from '../support/world.ts';

export const NEW = { password: 'battery staple' };

/** A world with Ada, who has a recovery mail with `token`. */
export async function recovering(step?: Step) {
  const world = openWorld(step && { step });
  const user = await register(world, 'ada');
  await world.service.recoverPassword({ email: emailOf('ada') });
  const token = mailedToken(world, 'recover');
  const reset = (input: { token?: unknown; changes?: unknown } = {}) =>
    world.service.resetPassword({ token, changes: NEW, ...input });
  return { ...world, world, user, token, reset };
}
