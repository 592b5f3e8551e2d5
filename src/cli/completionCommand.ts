import tab from '@bomb.sh/tab';
import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the script that lets a shell complete commands at Tab')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  memory-vault completion bash >> ~/.bashrc
  memory-vault completion zsh > ~/.zfunc/_memory-vault
  memory-vault completion fish > ~/.config/fish/completions/memory-vault.fish`,
    )
    .action((shell: (typeof SHELLS)[number]) => tab.setup('memory-vault', 'memory-vault', shell));
}
