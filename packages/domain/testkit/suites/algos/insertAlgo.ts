import type { AlgoRepository, Algorithm } from '@algotheque/domain';
import { newAlgo } from '../samples.ts';

/** Saves the sample of a number under a new id. */
export async function insertAlgo(
  port: AlgoRepository,
  number: number,
  fields: Partial<Algorithm> = {},
): Promise<Algorithm> {
  const id = await port.nextId();
  return port.insert({ ...newAlgo(number, fields), id });
}
