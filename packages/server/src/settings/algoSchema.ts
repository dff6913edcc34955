import type { AlgoValidator, SourceIssue } from '@algotheque/domain';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { SettingsError } from '../startError.ts';
import { fileProblem, readText } from '../stores/textFile.ts';

/**
 * A validator that accepts what `bounds` and the JSON Schema (2020-12) in the file accept. The bounds come first,
 * so that a schema is never applied to a value that is too large or too deep.
 * @throws SettingsError that names the setting and the file, when it cannot be read or is not a JSON Schema
 */
export function schemaValidator(path: string, bounds: AlgoValidator): AlgoValidator {
  const validate = compile(path);
  return async (sourceCode) => {
    const within = await bounds(sourceCode);
    if (!within.success || validate(sourceCode)) return within;
    return { success: false, issues: (validate.errors ?? []).map(issue) };
  };
}

function compile(path: string) {
  try {
    return new Ajv2020({ allErrors: false, strict: false, validateFormats: false }).compile(JSON.parse(readText(path)));
  } catch (error) {
    throw new SettingsError(
      `ALGOTHEQUE_ALGO_SCHEMA: ${path} is not a JSON Schema that can be used: ${fileProblem(error)}`,
      {
        cause: error,
      },
    );
  }
}

const issue = ({ instancePath, keyword, message }: ErrorObject): SourceIssue => ({
  path: instancePath,
  rule: keyword,
  message: message ?? 'does not satisfy the schema',
});
