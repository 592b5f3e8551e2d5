import { expect, test } from 'vitest';
import { openApp } from '../../../src/app/openApp.js';
import { allProjections } from '../../../src/projections/allProjections.js';
import type { Projection } from '../../../src/projections/projection.js';
import { testClient } from '../../support/client.js';
import { ADMIN_KEY, testApp, testClock, testConfig } from '../../support/testApp.js';

const headers = { 'x-admin-key': ADMIN_KEY };

/** The same projection, which can apply nothing. */
function stopped(projection: Projection): Projection {
  const stop = () => {
    throw new Error('I cannot');
  };
  const types = Object.keys(projection.handlers);
  return {
    name: projection.name,
    version: projection.version,
    tables: projection.tables,
    indexes: projection.indexes,
    handlers: Object.fromEntries(types.map((type) => [type, stop])),
  };
}

/** Without the length of the log, which grows with every export. */
const withoutLog = (body: string) => body.replace(/"log":\{.*?\}/, '');

test.each(allProjections.map(({ name }) => [name]))(
  'while the read model %s is stopped, every read is answered as ever or refused',
  async (name) => {
    const config = testConfig();
    const clock = testClock();
    const healthy = await openApp(config, { clock });
    const filling = await testClient(healthy);
    const post = async (method: 'POST' | 'PUT', url: string, payload: object) =>
      (await filling.call(method, url, { payload, headers })).json().id;
    const session = await post('POST', '/api/v1/sessions', { project: 'p', goal: 'g' });
    const note = { title: 'red fox', content: 'c', type: 'decision', project: 'p', tags: ['t'] };
    const id = await post('POST', '/api/v1/observations', { ...note, session_id: session });
    const told = { moment: 'search', notes: [{ id, revision: 1 }], tokens: 9 };
    await post('POST', `/api/v1/sessions/${session}/told`, told);
    await post('PUT', `/api/v1/sessions/${session}`, { summary: 's' });
    await post('POST', '/api/v1/prompts', { name: 'n', content: 'c' });
    await post('PUT', '/api/v1/openspec/p', { content: 'c' });
    await post('PUT', '/api/v1/sdd/p', { phase: 'spec' });
    await post('POST', '/api/v1/repositories', { repository: 'example.org/a/p' });
    await post('POST', '/admin/teams', { name: 'team' });
    const reads = [
      `/api/v1/observations/${id}`,
      `/api/v1/observations/${id}/history`,
      '/api/v1/observations',
      `/api/v1/observations?ids=${id.slice(-8)}`,
      '/api/v1/search?q=fox',
      '/api/v1/context/p',
      '/api/v1/timeline/p',
      '/api/v1/summary/p',
      '/api/v1/summary/p?as_of=2027-01-01T00:00:00Z',
      '/api/v1/projects',
      '/api/v1/repositories',
      '/api/v1/stats',
      '/api/v1/status',
      '/api/v1/sessions/all',
      '/api/v1/prompts',
      '/api/v1/prompts/n',
      '/api/v1/openspec/p',
      '/api/v1/sdd/p',
      '/admin/export',
      '/admin/teams',
      '/api/v1/admin/imports',
      '/api/v1/activity',
      '/api/v1/activity?project=p',
      '/api/v1/openspec/p?version=1',
      `/api/v1/sessions/${session}`,
      `/api/v1/sessions/${session}/told`,
      '/api/v1/review',
      '/admin/teams/team/members',
      '/admin/teams/team/invites',
      '/admin/teams/team/sessions',
    ];
    const answers = new Map<string, string>();
    for (const read of reads) {
      const { statusCode, body } = await filling.call('GET', read, { headers });
      expect({ read, statusCode }).toEqual({ read, statusCode: 200 });
      answers.set(read, withoutLog(body));
    }
    await filling.server.close();
    await healthy.close();

    const projections = allProjections.map((one) => (one.name === name ? stopped(one) : one));
    const old = allProjections.map((one) => ({ ...one, version: one.version + 1 }));
    const env = { VAULT_DATA_DIR: config.dataDir };
    // The file is built again, since this release wants another version of it.
    const outdated = await openApp(config, { clock, projections: old });
    await outdated.close();
    const app = await testApp(env, { clock, projections });
    expect(app.readModels.progress().filter((one) => one.stopped)).toHaveLength(1);
    const client = await testClient(app);
    const refused: string[] = [];
    for (const read of reads) {
      const { statusCode, body } = await client.call('GET', read, { headers });
      if (statusCode === 503) refused.push(read);
      else expect({ read, body: withoutLog(body) }).toEqual({ read, body: answers.get(read) });
    }
    expect(refused).not.toEqual([]);
    expect(refused.length).toBeLessThan(reads.length);
  },
);
