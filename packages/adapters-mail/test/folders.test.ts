import { chmod, mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { modeOf } from '../../../test/support/modeOf.ts';
import { mailsIn, recipient, scratchFolder, scratchOutbox } from './scratch.ts';

const confirm = { kind: 'confirm', token: 'a-token' } as const;

describe('the folder of mails', () => {
  it.each(['', 'tmp'])('is not used where a symbolic link is in its place: outbox/%s', async (inner) => {
    const scratch = scratchFolder();
    const [elsewhere, dir] = [join(scratch, 'elsewhere'), join(scratch, 'outbox')];
    await mkdir(join(elsewhere, 'tmp'), { recursive: true });
    if (inner !== '') await mkdir(dir);
    await symlink(join(elsewhere, inner), join(dir, inner));
    const problem: unknown = await scratchOutbox({ dir }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(UnavailableError);
    expect(problem).toMatchObject({ reason: expect.stringContaining(`${join(dir, inner)} is a symbolic link`) });
    expect(await mailsIn(elsewhere)).toEqual([]);
  });

  it('takes no mail through a symbolic link that replaces it later', async () => {
    const { mailer, dir } = await scratchOutbox();
    const elsewhere = join(dir, '..', 'elsewhere');
    await rename(dir, elsewhere);
    await symlink(elsewhere, dir);
    await expect(mailer.send(recipient(), confirm)).rejects.toThrow(UnavailableError);
    expect(await mailsIn(elsewhere)).toEqual([]);
  });

  it('may lie below a symbolic link', async () => {
    const scratch = scratchFolder();
    await mkdir(join(scratch, 'disk'));
    await symlink(join(scratch, 'disk'), join(scratch, 'data'));
    const { mailer } = await scratchOutbox({ dir: join(scratch, 'data', 'outbox') });
    await mailer.send(recipient(), confirm);
    expect(await mailsIn(join(scratch, 'disk', 'outbox'))).toHaveLength(1);
  });

  it('is closed to other users, and this is reported', async () => {
    const { dir } = await scratchOutbox();
    for (const path of [dir, join(dir, 'tmp')]) await chmod(path, 0o755);
    const notices: string[] = [];
    await scratchOutbox({ dir, onNotice: (line) => notices.push(line) });
    for (const path of [dir, join(dir, 'tmp')]) expect(modeOf(path)).toBe(0o700);
    expect(notices).toEqual([
      `${dir} was open to others and is now mode 0700`,
      `${dir}/tmp was open to others and is now mode 0700`,
    ]);
  });
});
