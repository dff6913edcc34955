import type { CommandNode } from '../declaration.ts';
import { bashScript } from './bash.ts';
import { type Completed, completedPlaces } from './completedPlaces.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS: Readonly<Record<string, (places: readonly Completed[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** The script that completes the commands in a shell: `bash`, `zsh` or `fish`. */
export function completionScript(shell: string, commands: readonly CommandNode[]): string {
  const script = SCRIPTS[shell];
  if (script === undefined) throw new Error(`No completion for ${shell}`); // its choices are declared
  return script(completedPlaces(commands)).trimEnd();
}
