import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPassword } from '../../src/accounts/readPassword.ts';

/** A terminal, and what it has shown. */
function terminal() {
  const modes: boolean[] = [];
  const written: string[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      modes.push(isRaw);
    },
  });
  const type = (text: string): void => void stdin.write(text);
  return { type, modes, written, stdin, stderr: { write: (text: string) => void written.push(text) } };
}

describe('a password that is typed', () => {
  it('is asked for twice, in raw mode, and shown nowhere', async () => {
    const screen = terminal();
    const reading = readPassword(undefined, screen);
    screen.type('analytical engine\r');
    screen.type('analytical engine\r');
    expect(await reading).toBe('analytical engine');
    expect(screen.modes).toEqual([true, false]);
    expect(screen.written.join('')).toBe('New password: \nThe same again: \n');
  });

  it.each([
    ['one\rother\r', 'The two passwords differ'],
    ['\r\r', 'No password was given'],
    ['\u0004', 'No password was given'],
    ['half\u0003', 'No password was given'],
  ])('%j is refused: %s', async (typed, reason) => {
    const screen = terminal();
    const reading = readPassword(undefined, screen);
    screen.type(typed);
    await expect(reading).rejects.toThrow(reason);
    expect(screen.modes.at(-1)).toBe(false);
  });
});

it('a password of a file without an end is refused', async () => {
  await expect(readPassword('/dev/zero', terminal())).rejects.toThrow(
    'The file of the password cannot be read: it is larger than 1048576 bytes',
  );
});
