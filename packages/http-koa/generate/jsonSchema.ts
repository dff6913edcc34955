import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';

export type { JsonSchema };

type Schema = Parameters<typeof toJsonSchema>[0];

type Overriding = Parameters<NonNullable<ConversionConfig['overrideSchema']>>[0];

const overridden = ({ valibotSchema }: Overriding): JsonSchema | undefined =>
  valibotSchema.type === 'custom' ? {} : undefined;

const CONFIG: ConversionConfig = {
  typeMode: 'output',
  target: 'draft-2020-12',
  ignoreActions: ['check', 'raw_check', 'transform', 'finite'],
  overrideSchema: overridden,
};

/**
 * A declared schema as JSON Schema of its output. JSON Schema has no keywords for checks and transformations; their bounds
 * are metadata in the schema, which is copied. The schema of a value that never leaves the process accepts everything.
 */
export const jsonSchemaOf = (schema: Schema): JsonSchema => converted(schema, {});

/** The same of an answer, with a reference in the place of each schema that has a name. Its numbers are ids, dates and counts. */
export const schemaWithRefs = (schema: Schema, named: Readonly<Record<string, Schema>>): JsonSchema =>
  converted(schema, {
    definitions: named,
    overrideRef: ({ referenceId }) => refTo(referenceId),
    overrideSchema: (context) => (context.valibotSchema.type === 'number' ? { type: 'integer' } : overridden(context)),
  });

export const refTo = (name: string): string => `#/components/schemas/${name}`;

function converted(schema: Schema, config: ConversionConfig): JsonSchema {
  const { $schema: _dialect, $defs: _named, ...rest } = toJsonSchema(schema, { ...CONFIG, ...config });
  return rest;
}

/** An object of the document. */
export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
