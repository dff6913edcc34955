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
      Files default to algos/ beside the SQLite file, or to the MongoDB itself.
  algotheque begin-anew
      For a start that is refused because database and files of algorithms do not belong together:
      moves the files to lost+found/, and deletes nothing.
      Where the two belong together it moves nothing and ends with 0; where there is no store it makes none and ends with 1.
  algotheque --help
      Lists commands and settings.
  algotheque --version
      Prints the version.

Settings, from the environment:
${settingsHelp()}
`;
}
