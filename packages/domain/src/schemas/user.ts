import * as v from 'valibot';
import { pseudo } from './name.ts';
import { newPassword } from './newPassword.ts';
import { numeric } from './number.ts';
import { atMost, email, isText, MAX_PASSWORD, password, printable, webUrl } from './text.ts';

/** Input of a registration. All required: `pseudo` of 3 to 30 code points, `email`, `password` of 8 to 255 (specification, 2.6). */
export const UserRegisterDTO = v.object({ pseudo, email, password: newPassword });

/**
 * Input of a login, all required. It does not say what a good e-mail or password is: it bounds the work, to 255 code
 * points each, and the comparison decides.
 */
export const UserLoginDTO = v.object({ email: v.pipe(isText, printable, atMost(MAX_PASSWORD)), password: password(1) });

/** What a user changes of themself: `currentPassword` is required; `urlPfp: null` clears the picture; `requestedUserId` is ignored. */
export const UserUpdateDTO = v.object({
  pseudo: v.optional(pseudo),
  currentPassword: password(1),
  newPassword: v.optional(newPassword),
  urlPfp: v.optional(v.nullable(webUrl)),
  requestedUserId: v.optional(numeric),
});

/** Who a mail is asked for. */
export const EmailDTO = v.object({ email });

/** The new password of a recovery, 8 to 255 code points. */
export const PasswordResetDTO = v.object({ password: newPassword });
