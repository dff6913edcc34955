import * as v from 'valibot';
import { DomainError } from '../errors.ts';
import { value } from '../inputs/input.ts';
import { Responses } from '../responses.ts';

/** The token of a mail, as its link has it. Every wrong token gets the same answer. */
export const mailToken = value(v.string(), () => new DomainError(Responses.User.Invalid_token));
