import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Call, type Person, send } from '@algotheque/testing/httpClient';
import { expect } from 'vitest';

export const BIG = 'x'.repeat(400_000);

/** A full disk is no state of the request: the client may try again later. */
export async function expectRefused(url: string, target: string, sent: Call): Promise<void> {
  const { status, headers } = await send(url, target, sent);
  expect({ status, retryAfter: headers.get('retry-after') }).toEqual({
    status: 503,
    retryAfter: expect.stringMatching(/^\d+$/),
  });
}

/** The requests that remove an algorithm and its content: it waits in the bin after the first. */
export const forGood = (id: number): readonly string[] => [`DELETE /api/algos/${id}`, `DELETE /api/algos/bin/${id}`];

/** Saves large algorithms until the server refuses them. */
export async function saveUntilRefused(url: string, { id, token }: Person): Promise<number[]> {
  const saved: number[] = [];
  for (;;) {
    const json = { ownerId: id, nom: 'Large', sourceCode: [BIG] };
    const { status, data } = await send(url, 'POST /api/algos', { token, json });
    if (status === 201) saved.push((data as { id: number }).id);
    else {
      expect(status).toBe(503);
      return saved;
    }
  }
}

/** Another program writes until the disk is full. */
export function fillUp(disk: string): void {
  const path = join(disk, 'foreign');
  writeFileSync(path, '');
  for (const size of [1_048_576, 65_536, 4_096]) {
    try {
      for (;;) appendFileSync(path, new Uint8Array(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}
