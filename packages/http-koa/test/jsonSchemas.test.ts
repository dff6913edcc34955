import { expect, it } from 'vitest';
import { jsonSchemaOf } from '../generate/index.ts';
import { ROUTES } from '../src/index.ts';

// What each schema has is in docs/openapi.json, which is compared with what the sources give.
it('the data of every route is JSON alone', () => {
  const data = ROUTES.flatMap(({ success }) => (success.data === null ? [] : [jsonSchemaOf(success.data)]));
  expect(data).toHaveLength(45);
  expect(JSON.stringify(data)).not.toContain('{}');
});
