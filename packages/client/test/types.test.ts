import {
  type ApiError,
  type Client,
  changeAlgo,
  type DataOf,
  type Failure,
  type FailureCode,
  type RequestOf,
  type Schemas,
  searchAlgos,
  withOwners,
} from '@algotheque/client';
import { describe, expectTypeOf, it } from 'vitest';

// These hold when they compile: `npm run check:types`.
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

  it('take any object or array as source code, also of an interface, and nothing else', () => {
    interface Sort {
      readonly steps: readonly string[];
    }
    const sourceCode: Sort = { steps: [] };
    const update = { nom: 'Sort', sourceCode };
    const params = { path: { id: 1 } };
    const sent = (client: Client) => [
      client.call('createAlgo', { body: { ...update, ownerId: 1 } }),
      client.call('updateAlgo', { params, body: update }),
      client.call('patchAlgo', { params, body: { sourceCode } }),
      client.call('importAlgos', { body: update }),
      changeAlgo(client, 1, () => update),
      client.call('patchAlgo', { params, body: { sourceCode: [sourceCode] } }),
      // @ts-expect-error: a text is no source code
      client.call('patchAlgo', { params, body: { sourceCode: 'text' } }),
      // @ts-expect-error: a number is no source code
      client.call('createAlgo', { body: { ...update, ownerId: 1, sourceCode: 1 } }),
    ];
    expectTypeOf(sent).returns.toBeArray();
    type Read = DataOf<'getAlgo'>['sourceCode'];
    expectTypeOf<Read>().toEqualTypeOf<{ readonly [key: string]: unknown } | readonly unknown[]>();
    expectTypeOf<Read>().toExtend<RequestOf<'createAlgo'>['body']['sourceCode']>();
  });

  it('offer no field that the service sets', () => {
    type Fields<Name extends 'createAlgo' | 'updateAlgo'> = keyof RequestOf<Name>['body'];
    expectTypeOf<Fields<'createAlgo'>>().toEqualTypeOf<'nom' | 'ownerId' | 'sourceCode' | 'dossierId'>();
    expectTypeOf<Fields<'updateAlgo'>>().toEqualTypeOf<'id' | 'nom' | 'sourceCode' | 'permsAlgorithme'>();
  });

  it('have the rows of a search, with the name of the owner if asked', () => {
    const rows = (client: Client) => searchAlgos(client, { q: 'sort', dossierId: null, sort: '-nom', after: 'x' });
    type Row = DataOf<'searchAlgos'>[number];
    expectTypeOf(rows).returns.toExtend<AsyncIterable<Row>>();
    const named = (client: Client) => withOwners(client, rows(client));
    expectTypeOf(named).returns.toExtend<AsyncIterable<Row & { readonly owner: string | null }>>();
    // @ts-expect-error: a position of a search is a text
    expectTypeOf(searchAlgos).toBeCallableWith({} as Client, { after: 5 });
  });
});
