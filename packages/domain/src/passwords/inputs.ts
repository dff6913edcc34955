import * as v from 'valibot';
import { newPassword } from './passwordRules.ts';

/** The new password of a recovery, 8 to 255 code points. */
export const PasswordResetDTO = v.object({ password: newPassword });
