import * as v from 'valibot';
import { email } from '../inputs/text.ts';

/** Who a mail is asked for. */
export const EmailDTO = v.object({ email });
