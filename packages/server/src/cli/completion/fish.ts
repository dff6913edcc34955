import type { Completed } from './completedPlaces.ts';

/** The script for fish. */
export function fishScript(places: readonly Completed[]): string {
  return `# Completion of algotheque for fish: algotheque completion fish
function __algotheque_is_at
    set -l place ''
    for word in (commandline -opc)[2..-1]
        switch "$place $word"
            case ${places
              .slice(1)
              .map(({ path }) => `' ${path}'`)
              .join(' ')}
                set place "$place $word"
        end
    end
    test "$place" = "$argv[1]"
end
complete -c algotheque -f
${places.flatMap(lines).join('\n')}
`;
}

function lines({ path, words, values }: Completed): string[] {
  const place = `-n '__algotheque_is_at "${path === '' ? '' : ` ${path}`}"'`;
  return words.map(({ word, meaning }) => {
    const value = values.find(({ option }) => option === word);
    const source = value === undefined ? '' : value.isPath ? ' -r -F' : ` -x -a '${value.choices.join(' ')}'`;
    const shown = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
    return `complete -c algotheque ${place} ${shown}${source} -d ${quoted(meaning)}`;
  });
}

/** Within quotes fish reads only \\\\ and \\'. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
