import { emailOf, logIn, openWorld, refusal, register, type WorldOptions } from '../support/world.ts';

/** A world with Ada, and logins with her name, or another one, from any address. */
export async function opened(options?: WorldOptions) {
  const world = openWorld(options);
  const user = await register(world, 'ada');
  const login = (password: string, address?: string, name = 'ada') =>
    world.service.login({ email: emailOf(name), password }, address === undefined ? {} : { address });
  const fail = async (count: number, address?: string, name = 'ada') => {
    for (let done = 0; done < count; done += 1) await refusal(login('wrong', address, name));
  };
  return { ...world, world, user, login, fail };
}

/** A world with Ada, who is logged in. */
export async function loggedIn(options?: WorldOptions) {
  const { world } = await opened(options);
  return { ...world, world, ...(await logIn(world, 'ada')) };
}
