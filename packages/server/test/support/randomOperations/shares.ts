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
    const { model, algo } = given;
    const to = picked(model.users, other);
    const isWrong = to.isDeleted || to === algo.owner;
    const refusal = refusalOf(given, ONLY_OWNER) ?? (isWrong ? Responses.General.Invalid_data : null);
    if (refusal === null) {
      algo.version += algo.grants.has(to) ? 1 : 2;
      if (!model.refuses(to, algo.owner)) algo.grants.set(to, droits);
    }
    return {
      expected: refusal ?? 'done',
      perform: ({ service, caller, id, idOf }) =>
        service.shareAlgo({ id, share: { idUtilisateur: idOf(to), droits } }, caller).then(() => 'done'),
    };
  }),
);

const shareEnd = fc.tuple(picks, pick).map(([picks, other]) =>
  onAlgo(`take the right of user ${other} back on`, picks, (given) => {
    const { model, algo } = given;
    const from = picked(model.users, other);
    const refusal = refusalOf(given, ONLY_OWNER) ?? (algo.grants.has(from) ? null : Share_not_found);
    if (refusal === null) {
      algo.version += 1;
      algo.grants.delete(from);
      algo.places.delete(from);
    }
    return {
      expected: refusal ?? 'done',
      perform: ({ service, caller, id, idOf }) =>
        service.endShare({ id, idUtilisateur: idOf(from) }, caller).then(() => 'done'),
    };
  }),
);

/**
 * With who has confirmed the address, or for who will. The first share with a person has a second commit, when the mail is with the mailer.
 */
const sharingByEmail = fc.tuple(picks, name, right).map(([picks, name, droits]) =>
  onAlgo(`share with the address of ${name}: ${droits},`, picks, (given) => {
    const { model, algo } = given;
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
      perform: ({ service, caller, id }) =>
        service.shareAlgo({ id, share: { email: emailOf(name), droits } }, caller).then(() => 'done'),
    };
  }),
);

/** With the link of the last invitation to the address, the account that has opened it. */
const acceptance = fc.tuple(pick, name).map(([session, name]) =>
  inSession(`accept the invitation to ${name}`, session, ({ model, user }) => {
    const isInvited = model.invited.has(name);
    if (isInvited) model.accept(user, name);
    return {
      expected: isInvited ? 'done' : 'no mail',
      async perform({ service, caller, side }) {
        const isTo = (email: string, kind: string) => email === emailOf(name) && kind === 'share_invitation';
        const sent = side.mailer.sent.findLast(({ recipient, mail }) => isTo(recipient.adresseMail, mail.kind));
        if (!isInvited || sent?.mail.kind !== 'share_invitation') return 'no mail';
        await service.acceptInvitation(sent.mail.token, caller);
        return 'done';
      },
    };
  }),
);

const withdrawal = fc.tuple(picks, name).map(([picks, name]) =>
  onAlgo(`withdraw what waits for the address of ${name} on`, picks, (given) => {
    const { algo } = given;
    const refusal = refusalOf(given, ONLY_OWNER) ?? (algo.waiting.has(name) ? null : Share_not_found);
    if (refusal === null) {
      algo.version += 1;
      algo.waiting.delete(name);
    }
    return {
      expected: refusal ?? 'done',
      perform: ({ service, caller, id }) =>
        service.endWaitingShare({ id, share: { email: emailOf(name) } }, caller).then(() => 'done'),
    };
  }),
);

const listing = picks.map((picks) =>
  onAlgo('list the shares of', picks, (given) => {
    const { model, algo } = given;
    const refusal = refusalOf(given, ONLY_OWNER);
    const users = [...algo.grants].map(([user, droits]) => `${model.users.indexOf(user)} ${droits}`);
    const waiting = [...algo.waiting].map(([name, droits]) => `${emailOf(name)} ${droits}`);
    return {
      expected: refusal ?? { users: users.sort(), waiting: waiting.sort() },
      async perform({ service, caller, side, id }) {
        const found = await service.listShares(id, caller);
        const users = found.shares.map((share) => `${side.users.indexOf(share.idUtilisateur)} ${share.droits}`);
        const waiting = found.waiting.map(({ adresseMail, droits }) => `${adresseMail} ${droits}`);
        return { users: users.sort(), waiting: waiting.sort() };
      },
    };
  }),
);

/** `refuse`: nothing more of this owner, or again, or as before. */
const leaving = fc.tuple(pick, pick, fc.constantFrom(true, false, undefined)).map(([session, other, refuse]) =>
  inSession(`leave user ${other}, refuse ${refuse},`, session, ({ model, user }) => {
    const owner = picked(model.users, other);
    const isGone = owner.isDeleted ? Responses.User.Not_found : null;
    const refusal = owner === user ? Responses.Algo.Forbidden_leave : isGone;
    const refused = model.refusals.get(user) ?? new Set();
    model.refusals.set(user, refused);
    if (refusal === null && refuse === true) refused.add(owner);
    if (refusal === null && refuse === false) refused.delete(owner);
    const algos = refusal === null ? model.leaveOwner(user, owner) : 0;
    return {
      expected: refusal ?? { algos },
      perform: ({ service, caller, idOf }) => service.leaveOwner({ id: idOf(owner), which: { refuse } }, caller),
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
