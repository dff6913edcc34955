import { Refusal } from './refusal.ts';

const UNRELEASED = '## [Unreleased]\n';

/**
 * The changelog in which the part "Unreleased" has become the part of a version.
 * @param date the day of the release: 2026-11-22
 * @throws Refusal if there is no such part, or nothing in it
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const start = changelog.indexOf(UNRELEASED);
  if (start === -1) throw new Refusal('CHANGELOG.md has no part "## [Unreleased]".');
  const after = start + UNRELEASED.length;
  if (!/^[-*] /m.test(unreleased(changelog.slice(after))))
    throw new Refusal('CHANGELOG.md names no unreleased change.');
  return `${changelog.slice(0, after)}\n## [${version}] - ${date}\n${changelog.slice(after)}`;
}

const unreleased = (text: string): string => text.split(/^## /m)[0] ?? '';
