import { ApiError } from '@algotheque/client';

export const say = (line: string): void => console.log(line);

/** The identifier with which a call is refused. @throws Error when it is not refused */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
  throw new Error('It was not refused');
}
