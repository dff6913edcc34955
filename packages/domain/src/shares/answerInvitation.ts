import * as v from 'valibot';
import { audit } from '../audit.ts';
import { mailToken } from '../emails/tokenMail.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { invitedAddress, REFUSED_MS, refusedKey } from './invitations.ts';
import { type GivenShares, giveWaiting } from './waitingShares.ts';

const GivenOutput: v.GenericSchema<GivenShares> = v.object({ algos: v.array(v.number()), isComplete: v.boolean() });

/**
 * Resolves to the address that an invitation went to. It changes nothing, because mail scanners open links.
 * @param input the token of the link in an invitation
 */
export const checkInvitation = operation({
  summary: 'Say whether the token of an invitation is good, and what to do with it',
  caller: 'anybody',
  input: mailToken,
  output: v.object({ adresseMail: v.string() }),
  async run(token, _caller, context) {
    return { adresseMail: await invitedAddress(context, token) };
  },
});

/**
 * Gives the caller what waits for the address of an invitation, whatever address the caller's account has: so nobody gets it who only has
 * an account with that address. Repeatable while `isComplete` is false.
 * @param input the token of the link in an invitation
 */
export const acceptInvitation = operation({
  summary: 'Get what waits for the e-mail address of an invitation, with the token of its link',
  caller: 'authenticated',
  input: mailToken,
  output: GivenOutput,
  failures: [Responses.User.Invalid_token],
  async run(token, caller, context) {
    const adresseMail = await invitedAddress(context, token);
    const given = await giveWaiting(context, { userId: caller.user.id, adresseMail });
    for (const targetId of given.algos) audit(context, 'algo.rights_changed', caller, { targetId });
    return given;
  },
});

/** Lets an address get no more invitations. Repeatable. @param input the token of the link in an invitation */
export const refuseInvitations = operation({
  summary: 'Get no more invitations at the e-mail address of an invitation',
  caller: 'anybody',
  input: mailToken,
  async run(token, _caller, context) {
    const adresseMail = await invitedAddress(context, token);
    await context.limiter.remember(refusedKey(adresseMail), context.clock.now() + REFUSED_MS);
  },
});
