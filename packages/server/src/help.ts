import { settingsHelp } from './settings/reference.ts';

/** What `algotheque --help` prints. */
export function help(): string {
  return `algotheque: user accounts and the JSON algorithms they own and share

  algotheque serve
      Serves HTTP until SIGTERM or SIGINT.
  algotheque migrate --from URL --to URL [--from-files URL] [--to-files URL]
      Copies everything from one store into another, empty store, and verifies the copy.
      After an interruption, run it again: it resumes.
      Stores: sqlite:PATH, mongodb://…; files: file:PATH, mongodb:.
      Default of the files: algos/ beside the SQLite file, or the MongoDB itself.
  algotheque begin-anew
      Use it if a start is refused because database and files of algorithms do not belong together.
      Moves the files to lost+found/, and deletes nothing.
      If the two belong together, it moves nothing and ends with 0. If there is no store, it makes none and ends with 1.
  algotheque --help
      Lists commands and settings.
  algotheque --version
      Prints the version.

Settings (environment variables):
${settingsHelp()}
`;
}
