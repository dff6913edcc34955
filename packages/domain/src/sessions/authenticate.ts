import * as v from 'valibot';
import { value } from '../input.ts';
import { inProcess, operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import type { Authenticated } from './authenticator.ts';

/**
 * Finds the user and the session of an access token: `{ ...authenticated, address }` is a caller.
 * @param input the access token, as a login returned it
 */
export const authenticate = operation({
  summary: 'Tell whose access token this is',
  caller: 'anybody',
  input: value(v.string(), () => new DomainError(Responses.General.Unauthorized)),
  output: inProcess<Authenticated>(),
  run: (token, _caller, { authenticator }) => authenticator.authenticate(token),
});
