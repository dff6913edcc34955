import { Responses } from '@algotheque/domain';
import { CreatedRes, OkRes } from '../responseKinds.ts';
import type { Handler } from '../route.ts';
import { strictNumber } from './numbers.ts';

const { Success } = Responses.User;

export const register: Handler = async ({ body, caller, base }, { service }) => {
  const user = await service.registerUser(body, caller);
  return new CreatedRes(Success.Created, user, { Location: `${base}/${user.id}` });
};

export const confirm: Handler = async ({ params, caller }, { service }) =>
  new OkRes(Success.Confirmed, await service.confirmUser(params['token'] ?? '', caller));

export const resendConfirmation: Handler = async ({ body, caller }, { service }) => {
  await service.resendConfirmation(body, caller);
  return new OkRes(Success.Confirmation_sent);
};

export const login: Handler = async ({ body, caller }, { service }) =>
  new OkRes(Success.Logged_in, await service.login(body, caller));

export const logout: Handler = async ({ caller }, { service }) => {
  await service.logout(caller);
  return new OkRes(Success.Logged_out);
};

export const recover: Handler = async ({ body, caller }, { service }) => {
  await service.recoverPassword(body, caller);
  return new OkRes(Success.Recovery_sent);
};

export const checkRecovery: Handler = async ({ params }, { service }) => {
  await service.checkRecovery(params['token'] ?? '');
  return new OkRes(Success.Token_valid);
};

export const resetPassword: Handler = async ({ params, body, caller }, { service }) => {
  await service.resetPassword({ token: params['token'] ?? '', changes: body }, caller);
  return new OkRes(Success.Password_reset);
};

export const getUser: Handler = async ({ params, caller }, { service }) =>
  new OkRes(Success.Found, await service.getUser(strictNumber(params['id']), caller));

export const updateUser: Handler = async ({ params, body, caller }, { service }) =>
  new OkRes(Success.Updated, await service.updateUser({ id: strictNumber(params['id']), changes: body }, caller));

export const deleteUser: Handler = async ({ params, caller }, { service }) => {
  await service.deleteUser(strictNumber(params['id']), caller);
  return new OkRes(Success.Deleted);
};
