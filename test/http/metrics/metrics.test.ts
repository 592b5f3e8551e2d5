import { expect, test } from 'vitest';
import { KINDS } from '../../../src/privacy/rule.js';
import { type Client, testClient } from '../../support/client.js';
import { note, save, UNKNOWN_SESSION } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const METRICS = '/api/v1/metrics';

const text = async (client: Client) => (await client.call('GET', METRICS)).body;
/** The value of a metric with its labels in the text. */
const sample = (body: string, name: string) =>
  body
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1);

test('metrics are Prometheus text', async () => {
  const client = vault();
  const answer = await client.call('GET', METRICS);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const line of answer.body.trimEnd().split('\n')) {
    expect(line).toMatch(
      /^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? [-+.\deE]+|\w+(\{.*\})? (Nan|[+-]?Inf))?$/,
    );
  }
});

test.each(['/metrics', '/vault-api/metrics'])('%s gives the same metrics', async (path) => {
  const client = await testClient(await testApp());
  await save(client);
  // Values such as the CPU time differ from one answer to the next.
  const names = ({ body }: { body: string }) => body.match(/^# TYPE .+$/gm);
  const answer = await client.call('GET', path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(names(answer)).toEqual(names(await client.call('GET', METRICS)));
  expect(sample(answer.body, 'memory_vault_log_position')).toBe('1');
});

test.each([
  'memory_vault_http_requests_total',
  'memory_vault_http_request_duration_seconds',
  'memory_vault_saves_total',
  'memory_vault_redactions_total',
  'memory_vault_log_append_seconds',
  'memory_vault_log_commit_seconds',
  'memory_vault_log_batch_events',
  'memory_vault_log_position',
  'memory_vault_projection_position',
  'memory_vault_projection_lag_events',
  'memory_vault_database_bytes',
  'memory_vault_process_cpu_seconds_total',
])('%s is measured', async (name) => {
  const client = vault();
  expect(await text(client)).toContain(`# TYPE ${name} `);
});

test('saves, duplicates and positions are counted', async () => {
  const client = await testClient(await testApp());
  await save(client, { session_id: UNKNOWN_SESSION });
  const payload = note({ session_id: UNKNOWN_SESSION });
  await client.call('POST', '/api/v1/observations', { payload });
  await client.call('POST', '/api/v1/observations', { payload: note({ dry_run: true }) });
  const body = await text(client);
  expect(sample(body, 'memory_vault_saves_total{outcome="stored"}')).toBe('1');
  expect(sample(body, 'memory_vault_saves_total{outcome="deduplicated"}')).toBe('1');
  expect(sample(body, 'memory_vault_log_position')).toBe('1');
  expect(sample(body, 'memory_vault_projection_position{projection="observations"}')).toBe('1');
  expect(sample(body, 'memory_vault_projection_lag_events{projection="observations"}')).toBe('0');
  expect(body).toMatch(
    /memory_vault_http_requests_total\{method="POST",route="[^"]+",status="200"\} 3/,
  );
});

test('no label contains text from requests', async () => {
  const client = await testClient(await testApp());
  await save(client, { project: 'tellnobody', author: 'tellnobody', tags: ['tellnobody'] });
  for (const path of [
    'context/tellnobody',
    'search?q=tellnobody',
    'tellnobody',
    'context/%zztellnobody',
  ]) {
    await client.call('GET', `/api/v1/${path}`);
    await client.call('DELETE', `/api/v1/${path}`);
  }
  await client.call('GET', '/tellnobody', { headers: { 'x-request-id': 'tellnobody' } });
  const body = await text(client);
  expect(body).not.toContain('tellnobody');
  expect(body).not.toContain('%zz');
});

test('redactions are counted by kind when they are stored, and the kinds are a closed set', async () => {
  const client = await testClient(await testApp());
  const content = 'password=one secret=two <private>x</private>';
  await save(client, { content, session_id: UNKNOWN_SESSION });
  const payload = note({ content, session_id: UNKNOWN_SESSION });
  await client.call('POST', '/api/v1/observations', { payload });
  await client.call('POST', '/api/v1/observations', { payload: { ...payload, dry_run: true } });
  await client.call('POST', '/api/v1/prompts', { payload: { name: 'n', content: 'token=one' } });
  const body = await text(client);
  const name = 'memory_vault_redactions_total';
  expect(sample(body, `${name}{kind="key-value"}`)).toBe('3');
  expect(sample(body, `${name}{kind="private-block"}`)).toBe('1');
  expect(sample(body, `${name}{kind="jwt"}`)).toBe('0');
  const kinds = [...body.matchAll(/^memory_vault_redactions_total\{kind="(.*)"\}/gm)].map(
    ([, kind]) => kind,
  );
  expect(kinds.sort()).toEqual(Object.keys(KINDS).sort());
});
