import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';

/**
 * A declared schema as JSON Schema of its output. JSON Schema has no keywords for checks and transformations; their bounds
 * are metadata in the schema, which is copied. The schema of a value that never leaves the process accepts everything.
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
