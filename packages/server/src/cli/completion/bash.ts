import type { Completed } from './completedPlaces.ts';

/** The script for bash. It works without the package bash-completion. */
export function bashScript(places: readonly Completed[]): string {
  return `# Completion of algotheque for bash: algotheque completion bash
_algotheque() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" path='' words='' at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$path \${COMP_WORDS[at]}" in
      ${places
        .slice(1)
        .map(({ path }) => `' ${path}'`)
        .join(' | ')}) path="$path \${COMP_WORDS[at]}" ;;
    esac
  done
  COMPREPLY=()
  case "$path $before" in
${places.flatMap(valueCases).join('\n')}
  esac
  case "$path" in
${places.map(({ path, words }) => `    '${path === '' ? '' : ` ${path}`}') words='${words.map(({ word }) => word).join(' ')}' ;;`).join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -F _algotheque algotheque
`;
}

function valueCases({ path, values }: Completed): string[] {
  return values.map(({ option, choices, isPath }) => {
    const source = isPath ? '-f' : `-W '${choices.join(' ')}'`;
    return `    ' ${path} ${option}') mapfile -t COMPREPLY < <(compgen ${source} -- "$word"); return ;;`;
  });
}
