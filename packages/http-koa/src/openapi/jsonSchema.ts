import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';

export type { JsonSchema };

type Schema = Parameters<typeof toJsonSchema>[0];

const CONFIG: ConversionConfig = {
  typeMode: 'output',
  target: 'draft-2020-12',
  ignoreActions: ['check', 'raw_check', 'transform', 'finite'],
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? {} : undefined),
};

/**
 * A declared schema as JSON Schema of its output. JSON Schema has no keywords for checks and transformations; their bounds
 * are metadata in the schema, which is copied. The schema of a value that never leaves the process accepts everything.
 */
export const jsonSchemaOf = (schema: Schema): JsonSchema => converted(schema, {});

/** The same, with a reference in the place of each schema that has a name. */
export const schemaWithRefs = (schema: Schema, named: Readonly<Record<string, Schema>>): JsonSchema =>
  converted(schema, { definitions: named, overrideRef: ({ referenceId }) => refTo(referenceId) });

export const refTo = (name: string): string => `#/components/schemas/${name}`;

function converted(schema: Schema, config: ConversionConfig): JsonSchema {
  const { $schema: _dialect, $defs: _named, ...rest } = toJsonSchema(schema, { ...CONFIG, ...config });
  return rest;
}
