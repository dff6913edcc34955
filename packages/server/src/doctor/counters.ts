import type { Finding } from './codes.ts';
import { findingsIn } from './damaged.ts';
import { HIGHEST_GIVEN, type Look } from './look.ts';

const KINDS = ['user', 'algo'] as const;

/** The highest ids that were given, compared with all ids in use, in references too. It comes after the checks of records. */
export async function* checkCounters(look: Look): AsyncGenerator<Finding> {
  const last = new Map<string, number>();
  yield* findingsIn(look, 'lastId', {
    of({ of, id }) {
      last.set(of, id);
      return [];
    },
  });
  for (const of of KINDS) {
    const [found, id] = [last.get(of) ?? 0, look.known.highest(of)];
    if (found > HIGHEST_GIVEN) {
      const detail = `The last id is ${found}, and the highest one in use ${id}`;
      yield { code: 'counter-ahead', place: `ids of kind ${of}`, detail };
    }
    if (found >= id) continue;
    const detail = `The last id is ${found}, and ${id} is in use`;
    const mend: Finding['mend'] = async (mending) => {
      await mending.put('lastId', { of, id });
      return `The counter was raised to ${id}`;
    };
    yield { code: 'counter-behind', place: `ids of kind ${of}`, detail, mend };
  }
}
