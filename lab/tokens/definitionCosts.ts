import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { ALL_TOOLS, INSTRUCTIONS } from '../../src/mcp/mcpServer.js';
import { definitionOf } from '../../src/mcp/tool.js';

/** Counted in the same way, in November 2026: server, tools, tokens. */
export const PEERS = [
  ['engram', '14', '2326'],
  ['Korva', '41', '6317'],
] as const;

/** The tokens of what a model reads of each tool: name, description and schema of the input; and of the instructions. */
export function definitionCosts() {
  const read = ALL_TOOLS.map((one) => {
    const { name, description, inputSchema } = definitionOf(one);
    return { name, description, inputSchema };
  });
  return {
    perTool: new Map(read.map((one) => [one.name, countTokens(JSON.stringify(one))])),
    total: countTokens(JSON.stringify(read)),
    sent: SENT_AS.map((sent) => countTokens(JSON.stringify(read.map(sent)))),
    instructions: countTokens(INSTRUCTIONS),
  };
}

type Read = Pick<ReturnType<typeof definitionOf>, 'name' | 'description' | 'inputSchema'>;

/** What servers of MCP are called before the names of their tools in the requests that agents send. */
const PREFIX = 'mcp__memory-vault__';

/** The forms in which Claude Code (Anthropic Messages) and Codex (OpenAI Responses) send a definition to their model. */
const SENT_AS: readonly ((one: Read) => object)[] = [
  ({ name, description, inputSchema }: Read) => ({
    name: `${PREFIX}${name}`,
    description,
    input_schema: inputSchema,
  }),
  ({ name, description, inputSchema }: Read) => ({
    type: 'function',
    name: `${PREFIX}${name}`,
    description,
    strict: false,
    parameters: inputSchema,
  }),
];
