import * as v from 'valibot';
import { pseudo } from '../inputs/name.ts';
import { numeric } from '../inputs/number.ts';
import { email, password, webUrl } from '../inputs/text.ts';
import { newPassword } from '../passwords/passwordRules.ts';

/** Input of a registration. All required: `pseudo` of 3 to 30 code points, `email`, `password` of 8 to 255 (specification, 2.6). */
export const UserRegisterDTO = v.object({ pseudo, email, password: newPassword });

/** What a user changes of themself: `currentPassword` is required; `urlPfp: null` clears the picture; `requestedUserId` is ignored. */
export const UserUpdateDTO = v.object({
  pseudo: v.optional(pseudo),
  currentPassword: password(1),
  newPassword: v.optional(newPassword),
  urlPfp: v.optional(v.nullable(webUrl)),
  requestedUserId: v.optional(numeric),
});
