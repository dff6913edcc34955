import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Model, ModelAlgo, ModelSession, ModelUser } from './model.ts';
import { answerOf, type Side } from './side.ts';

/** The services that get the same operations. */
export type Sides = Readonly<Record<string, Side>>;
export type Command = fc.AsyncCommand<Model, Sides>;
export type Weighted = fc.WeightedArbitrary<Command>;

/** One operation on the model, and the same one on a service. */
export interface Planned {
  /** The answer that the model gives. */
  readonly expected: unknown;
  readonly perform: (side: Side) => Promise<unknown>;
}

/** `plan` changes the model. */
export function command(
  title: string,
  plan: (model: Model) => Planned,
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

export interface InSession {
  readonly model: Model;
  readonly session: ModelSession;
  readonly user: ModelUser;
  /** The position of the session. */
  readonly at: number;
}

/** An operation in one of the sessions so far. It is refused if the session is over. */
export function inSession(title: string, pick: number, plan: (given: InSession) => Planned): Command {
  return command(
    `${title} in session ${pick}`,
    (model) => {
      const session = pickedRather(model.sessions, pick, ({ isOver }) => !isOver);
      const at = model.sessions.indexOf(session);
      if (!session.isOver) return plan({ model, session, user: session.user, at });
      return { expected: 'Responses.General.Unauthorized', perform: (side) => side.caller(at) };
    },
    ({ sessions }) => sessions.length > 0,
  );
}

export interface OnAlgo extends InSession {
  readonly algo: ModelAlgo;
  /** The position of the algorithm. */
  readonly place: number;
}

/** As `inSession`, on one of the algorithms so far. */
export function onAlgo(title: string, picks: readonly [number, number], plan: (given: OnAlgo) => Planned): Command {
  const [session, algo] = picks;
  const base = inSession(`${title} algorithm ${algo}`, session, (given) => {
    const { model, user } = given;
    const { algos } = model;
    const picked = pickedRather(algos, algo, (one) => model.rightOn(one, user) !== null);
    return plan({ ...given, algo: picked, place: algos.indexOf(picked) });
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
