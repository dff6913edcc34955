import { ApiError } from '@algotheque/client';
import { draftOf } from '../state/drafts.ts';
import { prettyJson } from '../state/exactJson.ts';
import { ruleText } from '../state/failure.ts';
import { call } from '../state/session.ts';

/** What an algorithm is when it is opened. */
export interface Opened {
  readonly nom: string;
  readonly text: string;
  /** Null if there is nothing on the server: a new one, or one that is gone. */
  readonly etag: string | null;
  readonly right: 'Owner' | 'ReadWrite' | 'Read';
  readonly isGone: boolean;
}

/** What somebody else has saved meanwhile. */
export interface Theirs {
  readonly nom: string;
  readonly text: string;
  readonly etag: string | null;
}

export interface SourceProblem {
  /** A JSON Pointer; null: where the text is no JSON. */
  readonly pointer: string | null;
  readonly text: string;
}

const NEW: Opened = { nom: '', text: '{\n  \n}', etag: null, right: 'Owner', isGone: false };

export async function openAlgo(userId: number, id: number | 'new', signal: AbortSignal): Promise<Opened> {
  if (id === 'new') return NEW;
  try {
    const { data, etag } = await call('getAlgo', { params: { path: { id } }, signal });
    return { nom: data.nom, text: prettyJson(data.sourceCode), etag, right: data.droits, isGone: false };
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'Responses.Algo.Not_found';
    if (!isGone || draftOf(userId, id) === null) throw error;
    return { ...NEW, isGone: true };
  }
}

interface Issue {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** Why the service refuses a source code. */
export function problemsOf({ data }: ApiError): readonly SourceProblem[] {
  const { issues } = data as unknown as { readonly issues: readonly Issue[] }; // the data of this failure
  return issues.map((issue) => ({ pointer: issue.path, text: ruleText(issue) }));
}
