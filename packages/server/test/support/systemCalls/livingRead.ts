import { send } from '@algotheque/testing/httpClient';
import { ABSENT, algoFact, type Facts, type sourceOf } from '../storedState/facts.ts';

export interface ToRead {
  readonly id: number;
  readonly token: string;
}

interface ReadAlgo {
  readonly nom: string;
  readonly sourceCode: ReturnType<typeof sourceOf>;
  readonly permsAlgorithme: readonly { readonly idUtilisateur: number; readonly droits: string }[];
}

/**
 * Reads an algorithm from a server that lives. Resolves to what the answer says: the fact of the algorithm, or that `session TOKEN` is
 * `ended`; nothing with 503, or when the connection has ended.
 * @throws when name and source code are of different versions, and for every other answer
 */
export async function livingRead(url: string, { id, token }: ToRead): Promise<Facts> {
  const answer = await send(url, `GET /api/algos/${id}`, { token }).catch((problem: unknown) => {
    if (problem instanceof TypeError) return null; // the connection has ended
    throw problem;
  });
  if (answer === null || (answer.status === 503 && answer.headers.has('retry-after'))) return new Map();
  const fact = `algo ${id}`;
  if (answer.status === 404) return new Map([[fact, ABSENT]]);
  if (answer.status === 401) return new Map([[`session ${token}`, 'ended']]);
  if (answer.status !== 200) throw new Error(`${fact} is read with ${answer.status} ${answer.message}`);
  const { nom, sourceCode, permsAlgorithme } = answer.data as ReadAlgo; // this route answers it
  if (sourceCode.nom !== nom) throw new Error(`${fact} is called ${nom}, and its content ${sourceCode.nom}`);
  return new Map([[fact, algoFact(nom, permsAlgorithme)]]);
}
