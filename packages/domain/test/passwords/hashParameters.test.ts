import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/index.ts';
import { HashParameters, hashParametersOf } from '../../src/users/passwordHasher.ts';
import { FakeClock } from '../../testkit/memory/index.ts';

it.each([
  ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', '$argon2id$v=19$m=19456,t=2,p=1$'],
  ['$memory$c=1$salt1$00ff', '$memory$c=1$'],
  ['$x$salt$hash', '$x$'],
  ['', null],
  ['hash', null],
  ['$salt$hash', null],
  ['$x$salt$', null],
  ['x$y$salt$hash', null],
])('the parameters of a hash of %j are %j', (hash, parameters) => {
  expect(hashParametersOf(hash)).toBe(parameters);
});

describe('the parameters that are stored', () => {
  function asking(answer: () => Promise<readonly string[]>) {
    const clock = new FakeClock();
    let asked = 0;
    const hashParameters = () => {
      asked += 1;
      return answer();
    };
    return { clock, parameters: new HashParameters({ users: { hashParameters }, clock }), asked: () => asked };
  }

  it('are read at most once a minute, for any number of logins', async () => {
    const { clock, parameters, asked } = asking(async () => ['$x$']);
    expect(await Promise.all([parameters.stored(), parameters.stored()])).toEqual([['$x$'], ['$x$']]);
    clock.advance(59_999);
    await parameters.stored();
    expect(asked()).toBe(1);
    clock.advance(1);
    await parameters.stored();
    expect(asked()).toBe(2);
  });

  it('are read again after a failure', async () => {
    let isDown = true;
    const { parameters } = asking(async () => {
      if (isDown) throw new UnavailableError();
      return ['$x$'];
    });
    await expect(parameters.stored()).rejects.toThrow(UnavailableError);
    isDown = false;
    expect(await parameters.stored()).toEqual(['$x$']);
  });

  it('are read again when the clock was set back', async () => {
    const { clock, parameters, asked } = asking(async () => ['$x$']);
    await parameters.stored();
    clock.advance(-1);
    await parameters.stored();
    expect(asked()).toBe(2);
  });

  it('are kept when an older read fails late', async () => {
    const older = Promise.withResolvers<readonly string[]>();
    const answers = [older.promise, Promise.resolve(['$x$'])];
    const { clock, parameters, asked } = asking(() => answers.shift() ?? expect.fail('asked a third time'));
    const late = parameters.stored();
    clock.advance(60_000);
    await parameters.stored();
    older.reject(new UnavailableError());
    await expect(late).rejects.toThrow(UnavailableError);
    expect(await parameters.stored()).toEqual(['$x$']);
    expect(asked()).toBe(2);
  });
});
