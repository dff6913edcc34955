import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';

/**
 * A declared schema as JSON Schema, of what its reading gives. Checks and transformations have no keyword there; their
 * bounds are metadata beside them, which is copied. A value that never leaves the process is anything.
 */
export function jsonSchemaOf(schema: Parameters<typeof toJsonSchema>[0]): JsonSchema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    typeMode: 'output',
    target: 'draft-2020-12',
    ignoreActions: ['check', 'raw_check', 'transform', 'finite'],
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? {} : undefined),
  });
  return rest;
}
