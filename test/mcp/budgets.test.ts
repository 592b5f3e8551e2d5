import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { BUDGETS } from '../../lab/tokens/answerCosts.js';
import { resultOf } from '../../src/mcp/answer.js';
import { ALL_TOOLS } from '../../src/mcp/mcpServer.js';
import { call } from '../../src/mcp/tool.js';
import { denseTexts } from '../support/denseTexts.js';
import { sampled } from '../support/depth.js';
import { listening } from '../support/listening.js';
import { textOf } from '../support/mcpClient.js';
import { testApp } from '../support/testApp.js';
import { vaultClient } from '../support/vaultClient.js';

/** Tools of a vault, asked in a project; each answer is held against its budget, as text and as structured content. */
async function toolsOf() {
  const { port } = await listening(await testApp());
  const vault = vaultClient(`http://127.0.0.1:${port}`);
  const ask = async (
    project: string,
    name: keyof typeof BUDGETS,
    given: object,
    budget?: number,
  ) => {
    const tool = ALL_TOOLS.find((one) => one.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const surroundings = { vault, project: { project, source: 'file' as const } };
    const answer = await call(tool, given, surroundings);
    const result = resultOf(answer);
    for (const form of [textOf(result), JSON.stringify(result.structuredContent)]) {
      expect(countTokens(form), `${name}: ${form}`).toBeLessThanOrEqual(budget ?? BUDGETS[name]);
    }
    return answer;
  };
  return { vault, ask };
}

/** No text begins or ends with blanks alone. */
const DENSE = denseTexts(21_000).map(([what, text]) => [what, `a${text}b`] as const);

test.each(sampled(DENSE, 4))(
  'answers stay within their budgets where names, titles and notes are %s',
  async (_what, text) => {
    const { vault, ask } = await toolsOf();
    const characters = Array.from(text);
    const from = (i: number, length: number) => characters.slice(i, i + length).join('');
    const name = (i: number) => `${i} ${from(200 * i, 150)}`;
    const title = (i: number) => `Webhook ${i} ${from(50 * i, 45)}`;
    const body = Array.from({ length: 12 }, (_, i) => ({
      type: 'task' as const,
      project: name(0),
      title: title(i),
      content: `a${from(i, 1800)}b`,
    }));
    await vault.POST('/api/v1/observations/batch', { body });
    const saved = await ask(name(0), 'memory_save', {
      type: 'task',
      title: title(12),
      content: text,
    });
    const id = saved.saved;
    await ask(name(0), 'memory_context', {});
    await ask(name(0), 'memory_context', { max_tokens: 300 }, 300);
    for (const project of [name(0), name(1)]) {
      const limit = 50;
      const found = await ask(project, 'memory_search', { query: 'webhook', project: '*', limit });
      expect(found.recalled).toContain('Webhook');
      const around = await ask(project, 'memory_timeline', { id, limit });
      expect(around.recalled).toContain('<- this');
      await ask(project, 'memory_get', { ids: [id] });
      const part = await ask(project, 'memory_get', { ids: [id], part: 1, max_tokens: 500 }, 500);
      expect(part.left).toMatch(/^part 2 of /);
      await ask(project, 'memory_update', { id, tags: ['counted', project.slice(0, 1)] });
      const { session_id } = await ask(project, 'memory_session', { action: 'start' });
      const ending = { action: 'end', session_id, summary: text };
      await ask(project, 'memory_session', ending);
    }
    await ask(name(0), 'memory_context', {});
    await ask(name(1), 'memory_forget', { id, title: title(12).trim() });
  },
);
