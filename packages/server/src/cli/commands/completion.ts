import { command } from '../declaration.ts';

export const completion = command({
  name: 'completion',
  summary: 'Prints a script that completes commands and options in a shell.',
  args: { shell: { meaning: 'The shell.', choices: ['bash', 'zsh', 'fish'] } },
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/algotheque',
    'completion zsh > ~/.zfunc/_algotheque  # with ~/.zfunc in fpath',
    'completion fish > ~/.config/fish/completions/algotheque.fish',
  ],
  exitCodes: { 0: 'the script was printed', 1: 'never' },
  async run({ args, commands }) {
    const { completionScript } = await import('../completion/completionScript.ts');
    const script = completionScript(args.shell, commands);
    return { text: script, data: script };
  },
});
