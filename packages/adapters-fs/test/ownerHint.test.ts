import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ownerHint } from '../src/dataFolderErrors.ts';

describe('a folder of another user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'owner-'));
  const { uid } = statSync(folder);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is named with its owner, this user and the command', () => {
    const words = `. ${folder} belongs to user ${uid}, and this is user ${uid + 7}: chown -R ${uid + 7} ${folder}`;
    expect(ownerHint(folder, uid + 7)).toBe(words);
    expect(ownerHint(join(folder, 'data'), uid + 7)).toBe(words);
  });

  it('is not named for its owner and for root', () => {
    expect([ownerHint(folder, uid), ownerHint(folder, 0)]).toEqual(['', '']);
  });
});
