import { DEFAULT_LIMITS, NETWORK_TIMES, type RateRule, Responses, RULES } from '@algotheque/domain';
import { texts } from '@algotheque/domain/texts';
import { DEFAULT_HTTP_OPTIONS, type FailureId, HttpResponses, httpTexts, ROUTES, statusOf } from '@algotheque/http-koa';
import { beforeAll, describe, expect, it } from 'vitest';
import { withGeneratedParts } from '../../scripts/docs/generatedParts.ts';
import { type ApiReference, readApiReference } from './apiReference.ts';

/** Every identifier that an answer can have: there is a text for each. */
const IDS = [...Object.keys(texts.en), ...Object.keys(httpTexts.en)];
const FAILURES = [
  Responses.General,
  Responses.User,
  Responses.Algo,
  Responses.Folder,
  Responses.Admin,
  HttpResponses.General,
].flatMap((group) => Object.values<FailureId | object>(group).filter((id) => typeof id === 'string'));

describe('docs/api.md', () => {
  let page: ApiReference;
  beforeAll(async () => {
    page = await readApiReference();
  });

  it('has the tables and examples that `npm run docs` makes', () => {
    expect(withGeneratedParts(page.text)).toBe(page.text);
    const changed = page.text.replace('| Get an access token:', '| Get a token:');
    expect(changed).not.toBe(page.text);
    expect(withGeneratedParts(changed)).toBe(page.text);
  });

  it('has a row for each route, in the same order, and no other row', () => {
    const routes = ROUTES.map(({ group, method, path }) => `${group} ${method} ${path}`);
    const byGroup = (group: string) => routes.filter((route) => route.startsWith(group));
    expect(page.rows.map(({ route }) => route)).toEqual(
      ['users', 'algos', 'folders', 'admin', 'root'].flatMap(byGroup),
    );
  });

  it('names every identifier, and no unknown one', () => {
    expect([...page.ids].sort()).toEqual(IDS.toSorted());
  });

  it('gives each failure its status, everywhere', () => {
    const failures = page.answers.filter(({ id }) => !id.includes('.Success.'));
    expect(failures).toEqual(failures.map(({ id }) => ({ status: statusOf(id as FailureId), id }))); // known by the test above
    expect([...new Set(failures.map(({ id }) => id))].sort()).toEqual(FAILURES.toSorted());
  });

  it('gives each route one success, and its status', () => {
    for (const { route, answers } of page.rows) {
      const successes = answers.filter(({ id }) => id.includes('.Success.'));
      expect(successes, route).toHaveLength(1);
      expect(successes[0]?.status, route).toBe(successes[0]?.id.endsWith('.Created') ? 201 : 200);
    }
    const named = page.rows
      .flatMap(({ answers }) => answers.map(({ id }) => id))
      .filter((id) => id.includes('.Success.'));
    expect([...new Set(named)].sort()).toEqual(IDS.filter((id) => id.includes('.Success.')).sort());
  });

  it('names every rule of invalid data, and no unknown one', () => {
    const sentence = /^Rules of `General\.Invalid_data`: (.*?)\.\s/ms.exec(page.text)?.[1] ?? '';
    expect([...sentence.matchAll(/`(\w+)`/g)].map(([, rule]) => rule)).toEqual(RULES);
  });

  it('names every route that answers a form with a page', () => {
    const sentence = /^The `POST` routes (.*?) also take a form/m.exec(page.text)?.[1] ?? '';
    const taken = ROUTES.filter(({ method, page: shown }) => method === 'POST' && shown !== undefined);
    const named = [...sentence.matchAll(/`(\/[\w/:]+)`/g)].map(([, path]) => path);
    expect(named.toSorted()).toEqual(taken.map(({ path }) => path).toSorted());
  });

  it('gives the defaults: prefixes, the size of a body, limits', () => {
    const { prefixes, maxBodyBytes, maxBodyValues } = DEFAULT_HTTP_OPTIONS;
    for (const prefix of Object.values(prefixes))
      expect(page.text).toMatch(new RegExp(`^## \\w+: \`${prefix}\`$`, 'm'));
    expect(page.text).toContain(`the body is over ${maxBodyBytes / 1_048_576} MiB`);
    expect(page.text).toContain(`${maxBodyValues.toLocaleString('en')} (algorithms)`);
    const { mailsPerLinkLife, ...rules } = DEFAULT_LIMITS;
    const { loginPair, loginEmail, loginAddress, register, mailAddress, newPassword, share, shareAddress, shareMails } =
      rules;
    const limits = [...page.text.matchAll(/^\| .* \| ([\d,]+ (?:an?|in) [\w ]+) \|$/gm)].map(([, limit]) => limit);
    expect(limits).toEqual(
      [
        loginPair,
        loginEmail,
        loginAddress,
        ofNetwork(loginAddress),
        register,
        ofNetwork(register),
        mailAddress,
        ofNetwork(mailAddress),
        newPassword,
        share,
        shareAddress,
        ofNetwork(shareAddress),
        shareMails,
      ].map(inWords),
    );
    expect(page.text).toContain(`| ${mailsPerLinkLife} within the life of their link |`);
  });
});

const WINDOWS = new Map([
  [60_000, 'a minute'],
  [600_000, 'in ten minutes'],
  [1_800_000, 'in 30 minutes'],
  [3_600_000, 'an hour'],
  [86_400_000, 'a day'],
]);
const ofNetwork = (rule: RateRule): RateRule => ({ ...rule, limit: NETWORK_TIMES * rule.limit });

const inWords = ({ limit, windowMs }: RateRule): string => `${limit.toLocaleString('en')} ${WINDOWS.get(windowMs)}`;
