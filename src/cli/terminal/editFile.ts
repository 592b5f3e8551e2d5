import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The editor of whoever sits at the terminal. */
const editorOf = ({ VISUAL, EDITOR }: NodeJS.ProcessEnv) => VISUAL || EDITOR || 'vi';

/**
 * Opens a file in $VISUAL or $EDITOR, which may have arguments, and waits until it is closed. Says why the editor failed;
 * undefined where it did not. Ctrl-C is for the editor meanwhile.
 */
export async function editFile(file: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const before = process.rawListeners('SIGINT');
  const ignore = () => {};
  process.removeAllListeners('SIGINT').on('SIGINT', ignore);
  const editor = editorOf(env);
  try {
    // The shell reads the arguments, as git has it read them. `file` is a name that this program made.
    const child = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit', env });
    const [code, signal] = await once(child, 'close');
    return code === 0 ? undefined : `${editor} ended with ${signal ?? `code ${code}`}`;
  } finally {
    process.off('SIGINT', ignore);
    // The cast is safe: they were listeners to it before.
    for (const listener of before) process.on('SIGINT', listener as () => void);
  }
}
