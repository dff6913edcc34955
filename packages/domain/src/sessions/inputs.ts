import * as v from 'valibot';
import { atMost, isText, MAX_PASSWORD, password, printable } from '../inputs/text.ts';

/**
 * Input of a login, all required. It does not say what a good e-mail or password is: it bounds the work, to 255 code
 * points each, and the comparison decides.
 */
export const UserLoginDTO = v.object({ email: v.pipe(isText, printable, atMost(MAX_PASSWORD)), password: password(1) });
