import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimsOf, referenceProblems } from './support/claims.ts';
import { unknownTests } from './support/testTitles.ts';

/** The sections that state nothing about the program, by heading, with the reason. */
const WITHOUT_CLAIMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'SECURITY.md': {
    '': 'how to report a weakness',
    'How each statement is tested': 'about this document',
  },
  'docs/reliability.md': {
    '': 'about this document',
    Faults: 'about the tables below it',
    'Long runs': 'figures of runs of these tests, each of its day',
    'What is not promised': 'the opposite of a promise',
  },
};

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

describe.each(Object.entries(WITHOUT_CLAIMS))('%s', (file, sections) => {
  const document = read(file);
  const found = claimsOf(document, Object.keys(sections));

  it('names a test for each list item, row and paragraph', () => {
    expect(found.claims.length).toBeGreaterThan(35);
    expect(referenceProblems(found)).toEqual([]);
  });

  it('names tests that there are, by file and title', () => {
    const tests = [...found.tests.values()].flat();
    expect(tests.length).toBeGreaterThan(100);
    expect(unknownTests(tests)).toEqual([]);
  });

  it('has each section that is left out as one without claims', () => {
    const headings = ['', ...[...document.matchAll(/^#{2,} (.*)$/gm)].map(([, heading]) => heading)];
    expect(Object.keys(sections).filter((heading) => !headings.includes(heading))).toEqual([]);
  });
});

it('a statement without a reference is found, whatever its form', () => {
  const document = `# Title

Not a claim.

## Claims

One.[^one] Two lines
of a paragraph.

These have none:

- First item,
  in two lines.[^one]
- Second item.
1. Third item.[^two]

| fault | test |
|---|---|
| with | [^one] |
| without | |

A paragraph without one.

    code

\`\`\`sh
more code
\`\`\`

<!-- made -->
| by | a command |
<!-- /made -->

## Left out

Not a claim either.

[^one]: \`test/a.test.ts\` "is one"
[^none]: \`test/a.test.ts\`
`;
  const problems = referenceProblems(claimsOf(document, ['', 'Left out']));
  expect(problems).toEqual([
    'without a test: - Second item.',
    'without a test: | without | |',
    'without a test: A paragraph without one.',
    '[^two] is not defined',
    '[^none] is not used',
    '[^none] names no test',
  ]);
});
