export { openApiDocument, openApiText } from './document.ts';
export { type JsonSchema, jsonSchemaOf } from './jsonSchema.ts';
