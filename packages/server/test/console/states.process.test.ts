import { describeInBrowser } from '@algotheque/testing/browser';
import { describe, it } from 'vitest';
import { looksAtEditor } from './editorStates.ts';
import { looksAtFirstUse, looksAtLists } from './listStates.ts';
import { LANGUAGES } from './looks.ts';
import { looksAtOpenStates } from './openStates.ts';
import { looksAtOwnersPart } from './ownerStates.ts';
import { useConsole } from './world.ts';

describeInBrowser('the console while something is open, asked or wrong', () => {
  const world = useConsole();

  describe.each(LANGUAGES)('has no barriers in $locale, $colours', (language) => {
    it('before the login', () => looksAtOpenStates(world, language));
    it('at the first use', () => looksAtFirstUse(world, language));
    it('in lists', () => looksAtLists(world, language));
    it('in the editor and the history', () => looksAtEditor(world, language));
    it('in the part for owners of the service', () => looksAtOwnersPart(world, language));
  });
});
