import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimsOf, referenceProblems } from './support/claims.ts';
import { claimProblems, WITHOUT_CLAIMS } from './support/problems.ts';

describe('docs/reliability.md', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/reliability.md'), 'utf8');

  it('names a test for each list item, row and paragraph, and only tests that there are', () => {
    const { claims, tests } = claimsOf(document, WITHOUT_CLAIMS);
    expect(claims.length).toBeGreaterThan(35);
    expect([...tests.values()].flat().length).toBeGreaterThan(100);
    expect(claimProblems()).toEqual([]);
  });

  it('has each section that is left out as one without claims', () => {
    const headings = ['', ...[...document.matchAll(/^#{2,} (.*)$/gm)].map(([, heading]) => heading)];
    expect(WITHOUT_CLAIMS.filter((heading) => !headings.includes(heading))).toEqual([]);
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
