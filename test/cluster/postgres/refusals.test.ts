import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/cluster/postgres/openPostgres.js';
import { LogRefused } from '../../../src/log/logFailures.js';
import { awaitSync } from '../../support/postgres/awaitRow.js';
import { append, NOTHING } from '../../support/postgres/batchOf.js';
import { ownPostgres } from '../../support/postgres/givenPostgres.js';

const given = ownPostgres({ fsync: 'on', full_page_writes: 'on' });

const note = { stream: 'observation/a', version: 1 };

/** A `LogRefused` with such a diagnostic. */
const refused = (code: string, message = '') =>
  expect.objectContaining({
    constructor: LogRefused,
    diagnostic: expect.objectContaining({ code, message: expect.stringContaining(message) }),
  });

test('a log without a standby is refused to whoever asks for one', async () => {
  const { log } = (await given()).open({ durability: 'replicated' });
  const expected = refused('shared_log_not_durable', 'synchronous_standby_names is empty');
  await expect(log.lock(NOTHING, 1)).rejects.toEqual(expected);
  await expect(log.readBehind(NOTHING, 1)).rejects.toEqual(expected);
});

test('a standby that is given up while a node runs is noticed at its next save', async () => {
  const { open, server } = await given();
  await server.configure({ synchronous_standby_names: 'missing' });
  const { log } = open({ durability: 'replicated' });
  // Connecting waits for the standby, which this gives up.
  const lock = log.lock(NOTHING, 1);
  const refusal = expect(lock).rejects.toEqual(refused('shared_log_not_durable'));
  await awaitSync(server);
  await server.configure({ synchronous_standby_names: '' });
  await refusal;
});

test('a log that does not write to the disk is refused to all but those who vouch for it', async () => {
  const { open, server } = await given();
  await server.configure({ fsync: 'off', full_page_writes: 'off' });
  onTestFinished(() => server.configure({ fsync: 'on', full_page_writes: 'on' }));
  for (const durability of ['single', 'replicated'] as const)
    await expect(open({ durability }).log.lock(NOTHING, 1)).rejects.toEqual(
      refused('shared_log_not_durable', 'fsync is off, and full_page_writes is off'),
    );
  await append(open({ durability: 'managed' }).log, [note]);
});

test('a log that takes no writes is refused, and goes on once it does', async () => {
  const { open, server, name } = await given();
  const { log } = open();
  await server.sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await expect(log.lock(NOTHING, 1)).rejects.toEqual(refused('shared_log_read_only'));
  await server.sql(`ALTER DATABASE ${name} RESET ALL`);
  await append(log, [note]);
});

test.each(['disk_full', 'out_of_memory'])('after %s, nothing was stored', async (condition) => {
  const { open, sql } = await given();
  const { log } = open();
  await sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'there is no space' USING ERRCODE = '${condition}'; END $$;
    CREATE TRIGGER fails BEFORE INSERT ON vault.answers EXECUTE FUNCTION fail()`);
  const failed = append(log, [note], [{ key: 'a', stream: note.stream }]);
  await expect(failed).rejects.toBeInstanceOf(LogRefused);
  await expect(failed).rejects.toEqual(refused('shared_log_full', 'there is no space'));
  expect((await log.readBehind(NOTHING, 1)).events).toEqual([]);
});

test('a mistake of ours is thrown as it is', async () => {
  const { log } = (await given()).open();
  await append(log, [note]);
  await expect(append(log, [note])).rejects.toMatchObject({ code: '23505' });
});

test('the hosts are asked in turn, and all that failed are told', async () => {
  const place = (await given()).place();
  const [primary] = place.hosts;
  const nobody = { host: '127.0.0.1', port: 1 };
  const options = { durability: 'single', node: 'one' } as const;
  const hosts = primary ? [nobody, primary] : [];
  const opened = openPostgres({ ...place, hosts }, options);
  await append(opened.log, [note]);
  await opened.close();
  const none = openPostgres({ ...place, hosts: [nobody, { ...nobody, port: 2 }] }, options);
  await expect(none.log.lock(NOTHING, 1)).rejects.toMatchObject({
    name: 'SharedLogInterrupted',
    message: expect.stringMatching(/127\.0\.0\.1:1: .*127\.0\.0\.1:2: /),
  });
});

test('a server without TLS is refused unless that is asked for', async () => {
  const place = { ...(await given()).place(), sslMode: 'verify-full' } as const;
  const { log } = openPostgres(place, { durability: 'single', node: 'one' });
  await expect(log.lock(NOTHING, 1)).rejects.toThrow('does not support SSL');
});
