import { recordedSession } from './exampleSession.ts';

/** The module of the examples. */
export const EXAMPLES_MODULE = new URL('../../packages/http-koa/generate/examples.ts', import.meta.url);

/** Its text: one answer a line. */
export async function examplesModule(): Promise<string> {
  const answers = await recordedSession();
  return `import type { RecordedAnswer } from './recordedAnswer.ts';

/** Answers of a server to a session, made by \`npm run docs\`. */
export const EXAMPLES: readonly RecordedAnswer[] = [
${answers.map((answer) => `  ${JSON.stringify(answer)},\n`).join('')}];
`;
}
