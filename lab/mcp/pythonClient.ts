import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { McpClient, Target } from './mcpClient.js';

const SCRIPT = fileURLToPath(new URL('client.py', import.meta.url));

/** What `client.py` answers. */
const Said = z.union([
  z.object({ result: z.union([z.string(), z.array(z.string())]) }),
  z.object({ error: z.string() }),
]);

export interface PythonOptions {
  /** The Python of the virtual environment that has the package. */
  readonly python: string;
  readonly kind: 'mcp' | 'fastmcp';
  /** `legacy`: with a handshake, as in 2025. `auto`: the newest protocol that both know. */
  readonly mode: string;
  readonly target: Target;
  readonly signal: AbortSignal;
}

/** A client of Python, in a process of its own. */
export async function pythonClient({
  python,
  kind,
  mode,
  target,
  signal,
}: PythonOptions): Promise<McpClient> {
  const child = spawn(python, [SCRIPT, kind, mode, JSON.stringify(target)], { signal });
  let complaints = '';
  child.stderr.on('data', (data: Buffer) => {
    complaints = (complaints + String(data)).slice(-2000);
  });
  const ended = once(child, 'close');
  // Whoever waits for a line hears of it; nobody may be waiting.
  ended.catch(() => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request: object) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the client ended: ${complaints}`);
    const said = Said.parse(JSON.parse(value));
    if ('error' in said) throw new Error(said.error);
    return said.result;
  };
  return {
    listTools: async () => [await ask({ do: 'list' })].flat(),
    callTool: async (name, args) => String(await ask({ do: 'call', name, args })),
    readResource: async (uri) => String(await ask({ do: 'read', uri })),
    getPrompt: async (name, args) => String(await ask({ do: 'prompt', name, args })),
    async close() {
      child.stdin.end();
      const [code] = await ended;
      if (code !== 0) throw new Error(`the client ended with ${code}: ${complaints}`);
    },
  };
}
