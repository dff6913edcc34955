import type { Completed } from './completedPlaces.ts';

/** The script for zsh. It is a file of \`fpath\`, or sourced after compinit. */
export function zshScript(places: readonly Completed[]): string {
  return `#compdef algotheque
# Completion of algotheque for zsh: algotheque completion zsh
_algotheque() {
  local place='' at
  local -a candidates
  for ((at = 2; at < CURRENT; at++)); do
    case "$place \${words[at]}" in
      ${places
        .slice(1)
        .map(({ path }) => `' ${path}'`)
        .join(' | ')}) place="$place \${words[at]}" ;;
    esac
  done
  case "$place \${words[CURRENT - 1]}" in
${places.flatMap(valueCases).join('\n')}
  esac
  case "$place" in
${places.map(candidatesCase).join('\n')}
  esac
  _describe 'algotheque' candidates
}
if [ "$funcstack[1]" = _algotheque ]; then _algotheque "$@"; else compdef _algotheque algotheque; fi
`;
}

function valueCases({ path, values }: Completed): string[] {
  return values.map(({ option, choices, isPath }) => {
    const source = isPath ? '_files' : choices.length === 0 ? ':' : `compadd -- ${choices.join(' ')}`;
    return `    ' ${path} ${option}') ${source}; return ;;`;
  });
}

function candidatesCase({ path, words }: Completed): string {
  const candidates = words.map(({ word, meaning }) => `      ${quoted(`${word}:${meaning}`)}`);
  return `    '${path === '' ? '' : ` ${path}`}') candidates=(\n${candidates.join('\n')}\n    ) ;;`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
