import { describe, expectTypeOf, it } from 'vitest';
import type { Authenticated, Caller, OwnUser, PublicUser, ReadAlgo, Service } from '../src/index.ts';

type Rights = Taken<'updateAlgo'>[0]['changes']['permsAlgorithme'];
type Taken<Name extends keyof Service> = Parameters<Service[Name]>;

/** The compiler checks this file: it shows what an editor knows about each method. */
describe('the types of a service', () => {
  it('name every field of an input, and which of them are optional', () => {
    expectTypeOf<Taken<'registerUser'>[0]>().toEqualTypeOf<{ email: string; password: string; pseudo: string }>();
    expectTypeOf<Taken<'login'>[0]>().toEqualTypeOf<{ email: string; password: string }>();
    expectTypeOf<Taken<'recoverPassword'>[0]>().toEqualTypeOf<{ email: string }>();
    expectTypeOf<Taken<'resendConfirmation'>[0]>().toEqualTypeOf<{ email: string }>();
    expectTypeOf<Taken<'confirmUser'>[0]>().toEqualTypeOf<string>();
    expectTypeOf<Taken<'resetPassword'>[0]>().toEqualTypeOf<{
      token: string;
      changes: { password: string };
    }>();
    expectTypeOf<Taken<'updateUser'>[0]['changes']>().toEqualTypeOf<{
      currentPassword: string;
      pseudo?: string | undefined;
      newPassword?: string | undefined;
      urlPfp?: string | null | undefined;
      locale?: 'en' | 'fr' | undefined;
      shareMails?: boolean | undefined;
    }>();
    expectTypeOf<Taken<'getUser'>[0]>().toEqualTypeOf<number>();
    expectTypeOf<Taken<'createAlgo'>[0]>().toEqualTypeOf<{
      ownerId: number;
      nom: string;
      sourceCode: unknown;
      dossierId?: number | null | undefined;
    }>();
    expectTypeOf<Taken<'getAlgo'>[0]>().toEqualTypeOf<{
      id: number;
      unlessVersion?: '*' | readonly number[] | undefined;
    }>();
    expectTypeOf<Taken<'listAlgos'>[0]['page']>().toEqualTypeOf<
      { limit?: number | undefined; after?: number | undefined } | undefined
    >();
    expectTypeOf<keyof Taken<'updateAlgo'>[0]['changes']>().toEqualTypeOf<
      'id' | 'nom' | 'permsAlgorithme' | 'sourceCode'
    >();
    expectTypeOf<Taken<'updateAlgo'>[0]['changes']['permsAlgorithme']>().toEqualTypeOf<
      readonly Readonly<{ idUtilisateur: number; droits: 'ReadWrite' | 'Read' }>[] | undefined
    >();
  });

  it('require a caller if the operation needs an authenticated one', () => {
    expectTypeOf<Taken<'logout'>>().toEqualTypeOf<[caller: Caller]>();
    expectTypeOf<Taken<'deleteUser'>>().toEqualTypeOf<
      [input: { id: number; proof?: { currentPassword?: string | undefined } | undefined }, caller: Caller]
    >();
    expectTypeOf<Taken<'confirmUser'>>().toEqualTypeOf<[input: string, caller?: Caller]>();
    expectTypeOf<Taken<'resumeWork'>>().toEqualTypeOf<[caller?: Caller]>();
  });

  it('show what an operation resolves to', () => {
    expectTypeOf<ReturnType<Service['registerUser']>>().resolves.toExtend<OwnUser>();
    expectTypeOf<ReturnType<Service['getUser']>>().resolves.toExtend<OwnUser | PublicUser>();
    expectTypeOf<ReturnType<Service['authenticate']>>().resolves.toEqualTypeOf<Authenticated>();
    expectTypeOf<ReturnType<Service['getAlgo']>>().resolves.toExtend<ReadAlgo>();
    expectTypeOf<ReturnType<Service['deleteAlgo']>>().resolves.toEqualTypeOf<void>();
  });

  it('refuse wrong inputs', () => {
    const calls = (service: Service, caller: Caller) => [
      // @ts-expect-error `pseudo` is required
      () => service.registerUser({ email: 'ada@example.org', password: 'correct horse' }),
      // @ts-expect-error there is no such field
      () => service.login({ email: 'ada@example.org', password: 'correct horse', token: 'x' }),
      // @ts-expect-error an id is a number
      () => service.getUser('1', caller),
      // @ts-expect-error nobody is authenticated
      () => service.getUser(1),
      () => {
        // @ts-expect-error there is no such right
        const permsAlgorithme: Rights = [{ idUtilisateur: 1, droits: 'Owner' }];
        return service.updateAlgo({ id: 1, changes: { nom: 'x', sourceCode: {}, permsAlgorithme } }, caller);
      },
    ];
    expectTypeOf(calls).toBeFunction();
  });
});
