import { randomBytes } from 'node:crypto';
import { reasonOf } from '../../tools/reasonOf.js';
import type { CheckResult } from './checkResult.js';
import type { McpClient, TriedClient } from './mcpClient.js';

const TOOLS = ['memory_get', 'memory_save', 'memory_search'];

/**
 * Lists tools, saves a note, finds and reads it, reads a resource and gets a prompt. The checks build on each other: after one
 * that failed, the next fail, too.
 */
export async function tryClient(tried: TriedClient): Promise<readonly CheckResult[]> {
  const { name, protocol, target } = tried;
  const results: CheckResult[] = [];
  const add = (check: string, result: 'passed' | 'failed', detail: string) =>
    results.push({ client: name, transport: target.transport, protocol, check, result, detail });
  let client: McpClient | undefined;
  try {
    client = await tried.open();
    for (const [check, work] of checksWith(client)) {
      // One after the other, since a later one needs what an earlier one saved.
      await work().then(
        (detail) => add(check, 'passed', detail),
        (error: unknown) => add(check, 'failed', reasonOf(error)),
      );
    }
  } catch (error) {
    add('connect', 'failed', reasonOf(error));
  } finally {
    await client?.close().catch((error: unknown) => add('close', 'failed', reasonOf(error)));
  }
  return results;
}

function checksWith(client: McpClient): readonly (readonly [string, () => Promise<string>])[] {
  const word = `w${randomBytes(6).toString('hex')}`;
  const project = 'interop';
  const title = `Interop ${word}`;
  const content = `The word is ${word}.`;
  let id = '';
  return [
    [
      'list tools',
      async () => {
        const names = await client.listTools();
        const missing = TOOLS.filter((name) => !names.includes(name));
        if (missing.length > 0) throw new Error(`it does not list ${missing.join(', ')}`);
        return `${names.length} tools`;
      },
    ],
    [
      'memory_save',
      async () => {
        const text = await client.callTool('memory_save', {
          type: 'decision',
          title,
          content,
          project,
        });
        id = text.match(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/)?.[0] ?? '';
        if (id === '') throw new Error(`no id in ${text}`);
        return id;
      },
    ],
    [
      'memory_search',
      async () =>
        holds(
          await client.callTool('memory_search', { query: word, project }),
          id.slice(-8),
          title,
        ),
    ],
    [
      'memory_get',
      async () =>
        holds(await client.callTool('memory_get', { ids: [id.slice(-8)], project }), content),
    ],
    [
      'read resource',
      async () => holds(await client.readResource(`memory://context/${project}`), title),
    ],
    ['get prompt', async () => holds(await client.getPrompt('recall', { topic: word }), word)],
  ];
}

/** Says what the text holds. Throws when a part is not in it. */
function holds(text: string, ...parts: readonly string[]): string {
  for (const part of parts) {
    if (part === '' || !text.includes(part)) throw new Error(`"${part}" is not in: ${text}`);
  }
  return `"${parts.join('", "')}" found`;
}
