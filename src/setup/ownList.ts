import { execFile } from 'node:child_process';
import { findProgram, type Machine } from './agent.js';
import type { Agent } from './agentKind.js';
import { SERVER_NAME } from './launch.js';

/** What an agent itself says about our server: a line of its list, or why there is none. */
interface OwnList {
  readonly state: 'ok' | 'bad' | 'note';
  readonly words: string;
}

/**
 * Asks an agent for its MCP servers, at most `timeoutMs`. Most start each server to see whether it answers. Undefined when
 * the agent has no such list or is not installed as a program.
 */
export async function ownList(
  { list }: Agent,
  machine: Machine,
  timeoutMs = 15_000,
): Promise<OwnList | undefined> {
  const [name, ...args] = list ?? [];
  const program = name === undefined ? undefined : findProgram(name, machine);
  if (name === undefined || program === undefined) return undefined;
  const asked = [name, ...args].join(' ');
  const options = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 1 << 20 } as const;
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error?.killed)
        return resolve({
          state: 'note',
          words: `${asked} did not end within ${timeoutMs / 1000} s`,
        });
      resolve(verdict(asked, `${stdout}\n${stderr}`, error?.message));
    });
    // Some wait for their input to end.
    child.stdin?.end();
  });
}

function verdict(asked: string, output: string, failure: string | undefined): OwnList {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
  const lines = output.replaceAll(/\u001b\[[\d;]*m/g, '').split(/\r?\n/);
  const line = lines.find((one) => one.includes(SERVER_NAME))?.trim();
  if (line === undefined) {
    const why = failure === undefined ? `does not name ${SERVER_NAME}` : 'failed';
    return { state: failure === undefined ? 'bad' : 'note', words: `${asked} ${why}` };
  }
  const words = `${asked}: ${shortened(line)}`;
  if (/✗|✘|failed|disconnected|error/i.test(line)) return { state: 'bad', words };
  // Gemini CLI says so of every server in a folder that is not trusted.
  return { state: /disabled|pending/i.test(line) ? 'note' : 'ok', words };
}

/** The command lines that it shows are long and say nothing new. */
function shortened(line: string): string {
  const state = /[✓✔✗✘].*$|connected|disconnected|enabled|disabled|failed/iu.exec(line)?.[0];
  return state ?? line.slice(0, 80);
}
