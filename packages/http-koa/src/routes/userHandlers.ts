import { CreatedRes } from '../responseKinds.ts';
import type { Handler } from './row.ts';

export const registerUser: Handler<'registerUser'> = async (input, { service, caller, base, message }) => {
  const user = await service.registerUser(input, caller);
  return new CreatedRes(message, user, { Location: `${base}/${user.id}` });
};
