import type { ChosenProject } from '../connect/chosenProject.js';
import { fenced } from '../domain/fenced.js';
import { reasonOf } from './vaultAnswer.js';
import type { VaultCall } from './vaultCall.js';

const PROTOCOL = '2026-07-28';

/**
 * What the vault recalls of a project, in at most `tokens`: the answer of the MCP tool `memory_context`, asked with one
 * request. All of it comes from elsewhere, so all of it is fenced as data here, whatever the vault has fenced itself. Rejects with a
 * sentence where there is none.
 */
export async function recalled(
  { project, source }: ChosenProject,
  tokens: number,
  call: VaultCall,
  timeoutMs: number,
): Promise<string> {
  const answer = await call({
    method: 'POST',
    path: '/mcp',
    timeoutMs,
    headers: {
      'mcp-protocol-version': PROTOCOL,
      'mcp-method': 'tools/call',
      'mcp-name': 'memory_context',
      'x-vault-project': encodeURIComponent(project),
      'x-vault-project-source': source,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'memory_context',
        arguments: { max_tokens: tokens },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': PROTOCOL,
          'io.modelcontextprotocol/clientInfo': { name: 'memory-vault-hook', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  });
  if (answer.status !== 200) throw new Error(reasonOf(answer));
  const { result, error } = fieldsOf(answer.body);
  const { content, isError } = fieldsOf(result);
  const text = Array.isArray(content) ? textOf(content) : '';
  if (isError === true || text === '') {
    const { message = text } = fieldsOf(error);
    throw new Error(String(message || 'the answer is empty').slice(0, 300));
  }
  return fenced(text.replaceAll(OTHER_FENCES, ''));
}

/** Lines like those of `fenced`: two fences, one in the other, would say no more than one. */
const OTHER_FENCES = /^<\/?recalled \w+>.*\n?/gm;

const textOf = (content: readonly unknown[]): string =>
  content
    .map((part) => fieldsOf(part).text)
    .filter((text) => typeof text === 'string')
    .join('\n');

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
