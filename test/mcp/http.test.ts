import { expect, test } from 'vitest';
import { listening } from '../support/listening.js';
import { ERAS, mcpClient, overHttp, textOf } from '../support/mcpClient.js';
import { testApp } from '../support/testApp.js';

test.each(ERAS)('a client of %s saves, searches and reads', async (era) => {
  const { port } = await listening(await testApp());
  const client = await mcpClient(era, overHttp(port, { 'x-vault-project': 'caf%C3%A9' }));
  const { tools } = await client.listTools();
  console.log(
    JSON.stringify(tools).length,
    tools.map((t) => t.name),
  );
  for (const [name, args] of [
    [
      'memory_save',
      {
        type: 'bugfix',
        title: 'Webhook retries doubled charges',
        content: 'The key was new on each retry.',
      },
    ],
    [
      'memory_save',
      {
        type: 'bugfix',
        title: 'Webhook retries doubled charges again',
        content: 'The key was new on each retry.',
      },
    ],
    ['memory_search', { query: 'webhook' }],
    ['memory_search', { query: 'webhook', project: 'cafe' }],
    ['memory_context', {}],
    ['memory_save', { type: 'bug', title: '' }],
  ] as const) {
    const result = await client.callTool({ name, arguments: args });
    console.log(textOf(result as never), JSON.stringify(result.structuredContent), result.isError);
  }
  expect(tools.length).toBeGreaterThan(3);
});
