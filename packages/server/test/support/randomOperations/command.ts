import type { AuthenticatedCaller } from '@algotheque/domain';
import type { UntypedService } from '@algotheque/testing/worlds';
import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Model, ModelAlgo, ModelSession, ModelUser } from './model.ts';
import { answerOf, type Side } from './side.ts';

/** The services that get the same operations. */
export type Sides = Readonly<Record<string, Side>>;
export type Command = fc.AsyncCommand<Model, Sides>;
export type Weighted = fc.WeightedArbitrary<Command>;

/** One operation on the model, and the same one on a service. */
interface Planned<On> {
  /** The answer that the model gives. */
  readonly expected: unknown;
  readonly perform: (on: On) => Promise<unknown>;
}

/** `plan` changes the model. */
export function command(
  title: string,
  plan: (model: Model) => Planned<Side>,
  isPossible?: (model: Model) => boolean,
): Command {
  return {
    check: (model) => isPossible?.(model) ?? true,
    async run(model, sides) {
      model.count += 1;
      const { expected, perform } = plan(model);
      for (const [name, side] of Object.entries(sides)) {
        expect(await answerOf(() => perform(side)), `${title} on ${name}`).toEqual(expected);
      }
    },
    toString: () => title,
  };
}

/** What a service gets for an operation in a session. */
export interface Caller {
  readonly service: UntypedService;
  readonly caller: AuthenticatedCaller;
  readonly side: Side;
  /** The id that the service gave a user. */
  idOf(user: ModelUser): number | undefined;
}

export interface InSession {
  readonly model: Model;
  readonly session: ModelSession;
  readonly user: ModelUser;
}

/** An operation in one of the sessions so far. It is refused if the session is over. */
export function inSession(title: string, pick: number, plan: (given: InSession) => Planned<Caller>): Command {
  return command(
    `${title} in session ${pick}`,
    (model) => {
      const session = pickedRather(model.sessions, pick, ({ isOver }) => !isOver);
      const at = model.sessions.indexOf(session);
      if (session.isOver) return { expected: 'Responses.General.Unauthorized', perform: (side) => side.caller(at) };
      const { expected, perform } = plan({ model, session, user: session.user });
      const idOf = (side: Side) => (user: ModelUser) => side.users[model.users.indexOf(user)];
      return {
        expected,
        perform: async (side) =>
          perform({ service: side.service(), caller: await side.caller(at), side, idOf: idOf(side) }),
      };
    },
    ({ sessions }) => sessions.length > 0,
  );
}

export interface OnAlgo extends InSession {
  readonly algo: ModelAlgo;
}

/** As `inSession`, on one of the algorithms so far. `id`: that of the algorithm. */
export function onAlgo(
  title: string,
  [session, algo]: readonly [number, number],
  plan: (given: OnAlgo) => Planned<Caller & { readonly id: number | undefined }>,
): Command {
  const base = inSession(`${title} algorithm ${algo}`, session, (given) => {
    const { model, user } = given;
    const picked = pickedRather(model.algos, algo, (one) => model.rightOn(one, user) !== null);
    const place = model.algos.indexOf(picked);
    const { expected, perform } = plan({ ...given, algo: picked });
    return { expected, perform: (on) => perform({ ...on, id: on.side.algos[place] }) };
  });
  return {
    check: (model) => model.algos.length > 0 && base.check(model),
    run: base.run,
    toString: base.toString,
  };
}

/** Three times of four an item that is good, if there is one, so that few operations are refused for the same simple reason. */
export function pickedRather<Item>(items: readonly Item[], pick: number, isGood: (item: Item) => boolean): Item {
  const good = items.filter(isGood);
  return pick % 4 === 0 || good.length === 0 ? picked(items, pick) : picked(good, pick);
}

/** One of the items, by a number of any size. */
export function picked<Item>(items: readonly Item[], pick: number): Item {
  const item = items[pick % items.length];
  if (item === undefined) throw new Error('there is none to pick');
  return item;
}
