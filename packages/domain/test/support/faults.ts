import type { Caller } from '../../src/caller.ts';
import type { SharedAlgo } from './algos.ts';

export interface Request {
  readonly caller: Caller;
  readonly id: unknown;
  readonly body: Readonly<Record<string, unknown>>;
  readonly ifVersion?: readonly number[];
}

/** Makes a request wrong in one way, for which the answer is `answer`. The rest stays as it is. */
export interface Fault {
  readonly answer: string;
  readonly make: (request: Request, shared: SharedAlgo) => Request;
}

export const fault = (answer: string, make: Fault['make']): Fault => ({ answer, make });
/** Other fields in the body. */
export const field = (answer: string, fields: Request['body']): Fault =>
  fault(answer, (request) => ({ ...request, body: { ...request.body, ...fields } }));
/** Another id in the path. */
export const id = (answer: string, value: unknown): Fault => fault(answer, (request) => ({ ...request, id: value }));
/** The request comes from another member. */
export const by = (answer: string, role: 'owner' | 'writer' | 'reader' | 'stranger'): Fault =>
  fault(answer, (request, shared) => ({ ...request, caller: shared[role] }));
