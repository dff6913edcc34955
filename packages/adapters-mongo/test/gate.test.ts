import { UnavailableError } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { type Commands, gated } from '../src/connection/commands.ts';

function counting() {
  const state = { begun: 0 };
  const begin = async (): Promise<never> => {
    state.begun += 1;
    throw new Error('not meant to be begun');
  };
  const commands: Commands = { run: begin, repeat: begin };
  return { state, commands };
}

it('does not run a command that was refused while the database was opened', async () => {
  const { state, commands } = counting();
  const opened = Promise.withResolvers<void>();
  const admission = { ready: () => opened.promise, renew: () => Promise.resolve() };
  const gate = gated(commands, admission, { location: 'nowhere', operationMs: 1 });
  for (const method of ['run', 'repeat'] as const) {
    await expect(gate[method]('users.insert', async () => 1)).rejects.toThrow(UnavailableError);
  }
  opened.resolve();
  await new Promise(setImmediate); // calls that waited for the opening have continued
  expect(state.begun).toBe(0);
});
