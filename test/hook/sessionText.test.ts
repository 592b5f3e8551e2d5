import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { AGENTS } from '../../src/hook/hookEvent.js';
import { STARTING, sessionText, tokensToRecall } from '../../src/hook/sessionText.js';

const SESSION = '01M83Q6D5MSQNHT4TV7G16ZCE0';

test.each(AGENTS)('with all that is recalled, %s gets no more tokens than its budget', (agent) => {
  for (const source of ['startup', 'resume', 'clear', 'compact']) {
    const own = sessionText({ agent, sessionId: SESSION, source, recalled: undefined });
    // One for the line break between.
    const tokens = encode(own).length + 1 + tokensToRecall(agent);
    expect(tokens).toBeLessThanOrEqual(agent === 'vscode' ? 400 : 1_200);
  }
});

test('the text names the session, the tools and what is recalled, and no more than is known', () => {
  const all = { agent: 'codex', sessionId: SESSION, source: 'startup', recalled: 'ROWS' } as const;
  const text = sessionText(all);
  for (const word of [SESSION, 'memory_search', 'memory_get', 'memory_save', 'memory_session'])
    expect(text).toContain(word);
  expect(text.endsWith('\nROWS')).toBe(true);
  expect(sessionText({ ...all, sessionId: undefined })).not.toContain('session_id');
  expect(STARTING).toContain('memory_context');
});
