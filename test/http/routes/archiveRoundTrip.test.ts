import { expect, test } from 'vitest';
import { NOTE_LINE, ONE_OF_EACH, PROMPT_LINE, SESSION_LINE } from '../../support/archiveLines.js';
import { type Client, testClient } from '../../support/client.js';
import { imported } from '../../support/importing.js';
import { ADMIN, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

async function exported(client: Client): Promise<string> {
  const answer = await client.call('GET', '/api/v1/admin/archive', { headers: ADMIN });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
}

test('an export that is imported elsewhere is exported there byte by byte the same', async () => {
  const first = await testClient(await testApp());
  await imported(first, ONE_OF_EACH);
  await first.call('PATCH', `/api/v1/observations/${NOTE_LINE.id}`, {
    payload: { title: 'password=hunter22secret was the key' },
  });
  const id = await save(first, { project: 'shop', supersedes: NOTE_LINE.id, tags: ['b', 'a'] });
  await first.call('PUT', `/api/v1/observations/${id}/pin`, { headers: ADMIN });
  await first.call('POST', '/api/v1/prompts', {
    payload: { name: PROMPT_LINE.name, content: 'Read it twice.' },
    headers: ADMIN,
  });
  await first.call('POST', '/api/v1/sessions', {
    payload: { project: SESSION_LINE.project, goal: 'Go on' },
  });
  const archive = await exported(first);
  const lines = archive.trim().split('\n');
  expect(lines.length).toBeGreaterThan(6);
  const second = await testClient(await testApp());
  const answer = await imported(second, lines);
  expect(answer).toMatchObject({ stored: lines.length, refused: 0, redactions: [] });
  expect(await exported(second)).toBe(archive);
  expect(await imported(first, lines)).toMatchObject({ same: lines.length });
});
