import { settingsHelp } from './settings/reference.ts';

/** What `algotheque --help` prints. */
export function help(): string {
  return `algotheque: user accounts and the JSON algorithms they own and share

  algotheque serve
      Serves HTTP until SIGTERM or SIGINT.
  algotheque migrate --from URL --to URL [--from-files URL] [--to-files URL]
      Copies everything from one store into another, empty one, and verifies it; run again, it resumes.
      Stores: sqlite:PATH, mongodb://…; files: file:PATH, mongodb:.
      Files default to algos/ beside the SQLite file, or to the MongoDB itself.
  algotheque begin-anew
      Where a start is refused, for the files of algorithms do not belong to the database: moves them to lost+found/.
  algotheque --help, --version

Settings, from the environment:
${settingsHelp()}
`;
}
