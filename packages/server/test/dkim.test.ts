import { generateKeyPairSync } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { smtpServer, verifiedDkim } from '@algotheque/testing/mail';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/index.ts';
import { prepareFrom } from '../src/prepare.ts';
import { runIn } from './cli/runIn.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The settings of DKIM, with a key file of its own. */
async function settings(key = PEM, mode = 0o600) {
  const path = join(scratchFolder(), 'dkim.pem');
  await writeFile(path, key);
  await chmod(path, mode);
  return {
    ALGOTHEQUE_DKIM_DOMAIN: 'example.org',
    ALGOTHEQUE_DKIM_SELECTOR: 'mail1',
    ALGOTHEQUE_DKIM_KEY_FILE: path,
  };
}

/** The message that refuses a start. */
const refusal = async (env: Readonly<Record<string, string>>): Promise<unknown> =>
  (async () => prepareFrom(env))().then(
    () => 'it was not refused',
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

describe('the settings of DKIM', () => {
  it('sign the mails that a mail server gets', async () => {
    const got = Promise.withResolvers<void>();
    const server = await smtpServer();
    const received = server.received.push.bind(server.received);
    server.received.push = (...mails) => {
      got.resolve();
      return received(...mails);
    };
    const { service, close } = await openLocal({
      dataDir: scratchFolder(),
      settings: {
        ...(await settings()),
        ALGOTHEQUE_MAIL_URL: `smtp://127.0.0.1:${server.port}`,
        ALGOTHEQUE_LOCAL_LINKS: 'on',
      },
      onProblem: got.reject,
    });
    await service.registerUser({ email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' });
    await got.promise;
    await close();
    expect(verifiedDkim(server.received[0]?.raw ?? '', publicKey)).toMatchObject({ d: 'example.org', s: 'mail1' });
  });

  it('are told by the test of the mail server', async () => {
    const server = await smtpServer();
    const env = { ...(await settings()), ALGOTHEQUE_MAIL_URL: `smtp://127.0.0.1:${server.port}` };
    expect((await runIn(['mail', 'test', 'ada@example.org'], { env })).stdout).toMatch(
      /\nSignature \(DKIM\): by example\.org\n/,
    );
  });

  it('are refused if one of them is missing, by the names of the missing ones', async () => {
    const { ALGOTHEQUE_DKIM_DOMAIN, ...others } = await settings();
    const all = 'Mails are signed only with all three settings of DKIM: ';
    expect(await refusal(others)).toBe(`${all}ALGOTHEQUE_DKIM_DOMAIN must be set too`);
    expect(await refusal({ ALGOTHEQUE_DKIM_DOMAIN })).toBe(
      `${all}ALGOTHEQUE_DKIM_SELECTOR and ALGOTHEQUE_DKIM_KEY_FILE must be set too`,
    );
  });

  it('are refused with a key that cannot be used, which is not shown', async () => {
    const file = await settings();
    const path = file.ALGOTHEQUE_DKIM_KEY_FILE;
    const place = 'ALGOTHEQUE_DKIM_KEY_FILE: ';
    const at = (other: string) => refusal({ ...file, ALGOTHEQUE_DKIM_KEY_FILE: other });
    expect(await at(`${path}.absent`)).toBe(
      `${place}the key cannot be read from ${path}.absent: there is no such file`,
    );
    expect(await at('/dev/zero')).toBe(`${place}the key cannot be read from /dev/zero: it is not a file`);
    const huge = (await settings('x'.repeat(65_537))).ALGOTHEQUE_DKIM_KEY_FILE;
    expect(await at(huge)).toBe(`${place}the key cannot be read from ${huge}: it is larger than 65536 bytes`);
    const wrong = await settings('hunter2');
    expect(await refusal(wrong)).toBe(
      `${place}${wrong.ALGOTHEQUE_DKIM_KEY_FILE}: The key of DKIM is no private key in PEM, or it has a passphrase`,
    );
  });

  it.each(['example.org; s=x', 'exa mple', '-example.org', 'x'.repeat(64), `${'a.'.repeat(126)}ab`])(
    'are refused with the name %j',
    async (name) => {
      expect(await refusal({ ...(await settings()), ALGOTHEQUE_DKIM_DOMAIN: name })).toContain(
        'ALGOTHEQUE_DKIM_DOMAIN must be',
      );
    },
  );

  it('warn of a key that others may read', async () => {
    const open = await settings(PEM, 0o644);
    expect((await prepareFrom(open)).warnings).toEqual([
      `ALGOTHEQUE_DKIM_KEY_FILE: others may use ${open.ALGOTHEQUE_DKIM_KEY_FILE} (mode 644)`,
    ]);
    expect((await prepareFrom(await settings())).warnings).toEqual([]);
  });
});
