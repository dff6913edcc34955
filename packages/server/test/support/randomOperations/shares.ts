import { type GrantedRight, Responses } from '@algotheque/domain';
import { emailOf } from '@algotheque/testing/worlds';
import fc from 'fast-check';
import { refusalOf } from './algorithms.ts';
import { inSession, onAlgo, picked, type Weighted } from './command.ts';

const { Forbidden_share, Share_not_found } = Responses.Algo;
const ONLY_OWNER = { Read: Forbidden_share, ReadWrite: Forbidden_share };

const pick = fc.nat(99);
const picks = fc.tuple(pick, pick);
const right = fc.constantFrom<GrantedRight>('Read', 'ReadWrite');
/** Those of the users, and one that nobody has. */
const name = fc.constantFrom('ada', 'bob', 'eve', 'zoe');

/** The first share with a user has a second commit, when the mail is with the mailer. */
const personalSharing = fc.tuple(picks, pick, right).map(([picks, other, droits]) =>
  onAlgo(`share with user ${other} alone: ${droits},`, picks, (given) => {
    const { model, algo, at, place } = given;
    const to = picked(model.users, other);
    const isWrong = to.isDeleted || to === algo.owner;
    const refusal = refusalOf(given, ONLY_OWNER) ?? (isWrong ? Responses.General.Invalid_data : null);
    if (refusal === null) {
      algo.version += algo.grants.has(to) ? 1 : 2;
      if (!model.refuses(to, algo.owner)) algo.grants.set(to, droits);
    }
    const position = other % model.users.length;
    return {
      expected: refusal ?? 'done',
      async perform(side) {
        const share = { idUtilisateur: side.users[position], droits };
        await side.service().shareAlgo({ id: side.algos[place], share }, await side.caller(at));
      },
    };
  }),
);

const shareEnd = fc.tuple(picks, pick).map(([picks, other]) =>
  onAlgo(`take the right of user ${other} back on`, picks, (given) => {
    const { model, algo, at, place } = given;
    const from = picked(model.users, other);
    const refusal = refusalOf(given, ONLY_OWNER) ?? (algo.grants.has(from) ? null : Share_not_found);
    if (refusal === null) {
      algo.version += 1;
      algo.grants.delete(from);
      algo.places.delete(from);
    }
    const position = other % model.users.length;
    return {
      expected: refusal ?? 'done',
      async perform(side) {
        const idUtilisateur = side.users[position];
        await side.service().endShare({ id: side.algos[place], idUtilisateur }, await side.caller(at));
      },
    };
  }),
);

/**
 * With who has confirmed the address, or for who will. The first share with a person has a second commit, when the mail is with the mailer.
 */
const sharingByEmail = fc.tuple(picks, name, right).map(([picks, name, droits]) =>
  onAlgo(`share with the address of ${name}: ${droits},`, picks, (given) => {
    const { model, algo, at, place } = given;
    const holder = model.userNamed(name);
    const refusal = refusalOf(given, ONLY_OWNER) ?? (holder === algo.owner ? Responses.General.Invalid_data : null);
    if (refusal === null) {
      const isRefused = holder?.isConfirmed === true && model.refuses(holder, algo.owner);
      const isKnown = holder?.isConfirmed === true && !isRefused;
      algo.version += (isKnown ? algo.grants.has(holder) : algo.waiting.has(name)) ? 1 : 2;
      if (isKnown) algo.grants.set(holder, droits);
      else {
        if (!algo.waiting.has(name) && !isRefused) model.invited.add(name);
        algo.waiting.set(name, droits);
      }
    }
    return {
      expected: refusal ?? 'done',
      async perform(side) {
        const share = { email: emailOf(name), droits };
        await side.service().shareAlgo({ id: side.algos[place], share }, await side.caller(at));
      },
    };
  }),
);

/** With the link of the last invitation to the address, the account that has opened it. */
const acceptance = fc.tuple(pick, name).map(([session, name]) =>
  inSession(`accept the invitation to ${name}`, session, ({ model, user, at }) => {
    const isInvited = model.invited.has(name);
    if (isInvited) model.accept(user, name);
    return {
      expected: isInvited ? 'done' : 'no mail',
      async perform(side) {
        const isTo = (email: string, kind: string) => email === emailOf(name) && kind === 'share_invitation';
        const sent = side.mailer.sent.findLast(({ recipient, mail }) => isTo(recipient.adresseMail, mail.kind));
        if (!isInvited || sent?.mail.kind !== 'share_invitation') return 'no mail';
        await side.service().acceptInvitation(sent.mail.token, await side.caller(at));
        return 'done';
      },
    };
  }),
);

const withdrawal = fc.tuple(picks, name).map(([picks, name]) =>
  onAlgo(`withdraw what waits for the address of ${name} on`, picks, (given) => {
    const { algo, at, place } = given;
    const refusal = refusalOf(given, ONLY_OWNER) ?? (algo.waiting.has(name) ? null : Share_not_found);
    if (refusal === null) {
      algo.version += 1;
      algo.waiting.delete(name);
    }
    return {
      expected: refusal ?? 'done',
      async perform(side) {
        const share = { email: emailOf(name) };
        await side.service().endWaitingShare({ id: side.algos[place], share }, await side.caller(at));
      },
    };
  }),
);

const listing = picks.map((picks) =>
  onAlgo('list the shares of', picks, (given) => {
    const { model, algo, at, place } = given;
    const refusal = refusalOf(given, ONLY_OWNER);
    const users = [...algo.grants].map(([user, droits]) => `${model.users.indexOf(user)} ${droits}`);
    const waiting = [...algo.waiting].map(([name, droits]) => `${emailOf(name)} ${droits}`);
    return {
      expected: refusal ?? { users: users.sort(), waiting: waiting.sort() },
      async perform(side) {
        const found = await side.service().listShares(side.algos[place], await side.caller(at));
        const users = found.shares.map((share) => `${side.users.indexOf(share.idUtilisateur)} ${share.droits}`);
        const waiting = found.waiting.map(({ adresseMail, droits }) => `${adresseMail} ${droits}`);
        return { users: users.sort(), waiting: waiting.sort() };
      },
    };
  }),
);

/** `refuse`: nothing more of this owner, or again, or as before. */
const leaving = fc.tuple(pick, pick, fc.constantFrom(true, false, undefined)).map(([session, other, refuse]) =>
  inSession(`leave user ${other}, refuse ${refuse},`, session, ({ model, user, at }) => {
    const owner = picked(model.users, other);
    const isGone = owner.isDeleted ? Responses.User.Not_found : null;
    const refusal = owner === user ? Responses.Algo.Forbidden_leave : isGone;
    const refused = model.refusals.get(user) ?? new Set();
    model.refusals.set(user, refused);
    if (refusal === null && refuse === true) refused.add(owner);
    if (refusal === null && refuse === false) refused.delete(owner);
    const algos = refusal === null ? model.leaveOwner(user, owner) : 0;
    const position = other % model.users.length;
    return {
      expected: refusal ?? { algos },
      async perform(side) {
        const input = { id: side.users[position], which: { refuse } };
        return side.service().leaveOwner(input, await side.caller(at));
      },
    };
  }),
);

/** Operations on single shares; a weight and an operation each. */
export const SHARE_COMMANDS: readonly Weighted[] = [
  { weight: 4, arbitrary: personalSharing },
  { weight: 2, arbitrary: shareEnd },
  { weight: 16, arbitrary: sharingByEmail },
  { weight: 4, arbitrary: withdrawal },
  { weight: 8, arbitrary: acceptance },
  { weight: 2, arbitrary: listing },
  { weight: 3, arbitrary: leaving },
];
