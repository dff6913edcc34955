import * as OPERATIONS from './operations.ts';

// The schemas of inputs, by the names of the specification and of docs/api.md.
export const UserRegisterDTO = OPERATIONS.registerUser.input.schema;
export const UserLoginDTO = OPERATIONS.login.input.schema;
export const UserUpdateDTO = OPERATIONS.updateUser.input.schema.entries.changes;
export const EmailDTO = OPERATIONS.recoverPassword.input.schema;
export const PasswordResetDTO = OPERATIONS.resetPassword.input.schema.entries.changes;
export const AlgoCreateDTO = OPERATIONS.createAlgo.input.schema;
export const AlgoUpdateDTO = OPERATIONS.updateAlgo.input.schema.entries.changes;
export const AlgoPatchDTO = OPERATIONS.patchAlgo.input.schema.entries.changes;
export const PageDTO = OPERATIONS.listAlgos.input.schema.entries.page.wrapped;
