import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { serving } from '../../../../test/support/httpServer.ts';

/** A server that answers as the test says. Stopped after the test. @returns its URL */
export async function plainServer(answer: RequestListener): Promise<string> {
  const { url, close } = await serving(answer);
  onTestFinished(close);
  return url;
}
