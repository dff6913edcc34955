export { ANSWERS_WITHOUT_ROUTE, answersOf } from './answersOf.ts';
export { documentText, openApiDocument } from './document.ts';
export { EXAMPLES } from './examples.ts';
export { wordsByField } from './fieldWords.ts';
export { type JsonSchema, jsonSchemaOf } from './jsonSchema.ts';
export type { RecordedAnswer } from './recordedAnswer.ts';
