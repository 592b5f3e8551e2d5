import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { ALL_TOOLS } from '../../src/mcp/allTools.js';
import { INSTRUCTIONS } from '../../src/mcp/instructions.js';
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
    instructions: countTokens(INSTRUCTIONS),
  };
}
