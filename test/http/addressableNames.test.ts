import { expect, test } from 'vitest';
import { testApp } from '../support/testApp.js';
import { testServer } from '../support/testServer.js';

test.each(['.', '..', ' .. '])(
  'no project, prompt or team is called %j, which an address cannot carry',
  async (name) => {
    const server = await testServer(await testApp());
    const note = { type: 'task', title: 't', content: 'c' };
    for (const [url, payload] of [
      ['/api/v1/observations', { ...note, project: name }],
      ['/api/v1/observations', { ...note, team: name }],
      ['/api/v1/sessions', { project: name }],
      ['/api/v1/prompts', { name, content: 'c' }],
    ] as const) {
      const answer = await server.inject({ method: 'POST', url, payload });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_payload']);
      expect(answer.json().detail).toContain('must not be "." or "..": choose a name');
    }
  },
);
