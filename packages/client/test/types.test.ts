import type { ApiError, Client, DataOf, Failure, FailureCode, RequestOf, Schemas } from '@algotheque/client';
import { describe, expectTypeOf, it } from 'vitest';

// These hold when they compile: `npm run check -- types`.
describe('the types', () => {
  it('have the data of each operation', () => {
    expectTypeOf<DataOf<'getAlgo'>>().toEqualTypeOf<Schemas['AlgorithmWithSource']>();
    expectTypeOf<DataOf<'listAlgos'>[number]['version']>().toEqualTypeOf<number>();
    expectTypeOf<DataOf<'deleteAlgo'>>().toEqualTypeOf<undefined>();
  });

  it('narrow the code to what the operation can fail with', () => {
    expectTypeOf<'Responses.Algo.Conflict'>().toExtend<FailureCode<'updateAlgo'>>();
    expectTypeOf<'Responses.Algo.Conflict'>().not.toExtend<FailureCode<'login'>>();
    expectTypeOf<'Responses.User.Invalid_credentials'>().toExtend<FailureCode<'login'>>();
    expectTypeOf<'Client.Unreachable'>().toExtend<FailureCode<'login'>>();
    expectTypeOf<string>().not.toExtend<FailureCode>();
  });

  it('narrow the data by the code', () => {
    type Of<Code> = Extract<Failure<'createAlgo'>, { readonly code: Code }>;
    expectTypeOf<Of<'Responses.General.Invalid_data'>>().toEqualTypeOf<ApiError<'Responses.General.Invalid_data'>>();
    expectTypeOf<Of<'Responses.General.Invalid_data'>['data']>().toEqualTypeOf<Schemas['Violations'] | undefined>();
    expectTypeOf<Of<'Responses.Algo.Invalid'>['data']>().toEqualTypeOf<Schemas['InvalidSource'] | undefined>();
    expectTypeOf<Of<'Responses.Algo.Forbidden_create'>['data']>().toEqualTypeOf<undefined>();
  });

  it('ask for what a request needs', () => {
    expectTypeOf<RequestOf<'getAlgo'>['params']['path']>().toEqualTypeOf<{ readonly id: number }>();
    const wrong = (client: Client) => [
      // @ts-expect-error: the id is missing
      client.call('getAlgo'),
      // @ts-expect-error: the name is missing
      client.call('createAlgo', { body: { ownerId: 1, sourceCode: {} } }),
      // @ts-expect-error: there is no such operation
      client.call('getAlgorithm'),
      // @ts-expect-error: a logout has no body
      client.call('logout', { body: {} }),
      client.call('logout'),
      client.call('patchAlgo', { params: { path: { id: 1 } }, body: { nom: 'Sort' } }),
    ];
    expectTypeOf(wrong).returns.toBeArray();
  });
});
