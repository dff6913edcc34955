import * as v from 'valibot';
import { numeric } from './number.ts';
import { atMost, email, isText, MAX_PASSWORD, MIN_PASSWORD, password, printable, pseudo, webUrl } from './text.ts';

export const UserRegisterDTO = v.object({ pseudo, email, password: password(MIN_PASSWORD) });

// Login does not say what a good password is: it bounds the work, and the comparison decides.
export const UserLoginDTO = v.object({ email: v.pipe(isText, printable, atMost(MAX_PASSWORD)), password: password(1) });

export const UserUpdateDTO = v.object({
  pseudo: v.optional(pseudo),
  currentPassword: password(1),
  newPassword: v.optional(password(MIN_PASSWORD)),
  urlPfp: v.optional(v.nullable(webUrl)),
  requestedUserId: v.optional(numeric),
});

export const EmailDTO = v.object({ email });

export const PasswordResetDTO = v.object({ password: password(MIN_PASSWORD) });
