import { EXAMPLES } from './examples.ts';
import type { Json } from './jsonSchema.ts';
import type { RecordedAnswer } from './recordedAnswer.ts';

const recorded: readonly RecordedAnswer[] = EXAMPLES;

const messageOf = ({ body }: RecordedAnswer): string => String(Object(body).message).replace('Responses.', '');

/** The bodies of the requests that succeeded, each under the identifier of its answer. */
export function requestExamples(id: string): Json {
  const good = recorded.filter((one) => one.id === id && one.status < 300 && one.request.json !== undefined);
  return numbered(good.map((one) => [messageOf(one), one.request.json]));
}

/** The bodies of the answers with a status, under their identifiers. */
export function answerExamples(id: string, status: number): Json {
  const found = recorded.filter((one) => one.id === id && one.status === status && one.body !== null);
  return numbered(found.map((one) => [messageOf(one), one.body]));
}

/** The first value that a header had; undefined if no answer had it. */
export const headerExample = (name: string): string | undefined =>
  recorded.flatMap(({ headers }) => headers[name] ?? [])[0];

function numbered(values: readonly (readonly [string, unknown])[]): Json {
  const examples = new Map<string, { readonly value: unknown }>();
  for (const [name, value] of values) {
    const isKnown = [...examples.values()].some((one) => JSON.stringify(one.value) === JSON.stringify(value));
    if (isKnown) continue;
    const same = [...examples.keys()].filter((one) => one.split(', ')[0] === name).length;
    examples.set(same === 0 ? name : `${name}, ${same + 1}`, { value });
  }
  return Object.fromEntries(examples);
}
