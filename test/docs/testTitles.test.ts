import { expect, it } from 'vitest';
import { testsNamedIn, titlesIn } from '../../scripts/check/documents/testTitles.ts';

it('the titles of a file are those of its tests and groups, with … for what differs from case to case', () => {
  const titles = titlesIn(`
    describe('a group', () => {
      it('is a test', () => {});
      it.each([1, 2])('has %i cases, %j and 100 %% of $what.is', (count) => {});
      test(\`is \${kind} and \${other}\`, { needs: 'x' }, () => {});
    });
    describeMongo('on a database', ({ withScratch }) => withScratch('is one, too', async () => {}));
    describe.skipIf(isAbsent)('is left out somewhere', () => it('but is a test', () => {}));
    it.skip('is none', () => {});
    it.todo('is none yet');
    describe.skip('is no group', () => it('and no test', () => {}));
    expect(it).toBe('no title');
    // it('is a comment', () => {});
  `);
  expect([...titles]).toEqual([
    'a group',
    'is a test',
    'has … cases, … and 100 … of …',
    'is … and …',
    'on a database',
    'is one, too',
    'is left out somewhere',
    'but is a test',
  ]);
});

it('a text names tests by their files, below a folder or from the root, and by one or more titles', () => {
  const text = `is held by \`a/one.test.ts\` "has
    a title", "has \\| another"; \`packages/x/test/two.test.ts\` "is it", and not by \`three.test.ts\`, "this" or \`four\` 'that'`;
  expect(testsNamedIn(text, 'packages/y/test')).toEqual([
    { file: 'packages/y/test/a/one.test.ts', title: 'has a title' },
    { file: 'packages/y/test/a/one.test.ts', title: 'has | another' },
    { file: 'packages/x/test/two.test.ts', title: 'is it' },
  ]);
});
