import { expect, onTestFinished, test } from 'vitest';
import { preparePostgres } from '../../../src/cluster/postgres/openPostgres.js';
import { startPostgres } from '../../../tools/postgres/postgresServer.js';
import { append, NOTHING } from '../../support/postgres/batchOf.js';
import { databaseIn, givenPostgres } from '../../support/postgres/givenPostgres.js';

const given = givenPostgres();

test('preparing again changes nothing', async () => {
  const database = await given();
  const batch = await append(database.open().log, [{ stream: 'observation/a', version: 1 }]);
  await preparePostgres(database.place('postgres'));
  const { end, events } = await database.open().log.readBehind(NOTHING, 10);
  expect(events).toEqual(batch.events);
  expect(end.instance).toBe(batch.end.instance);
});

test('two operators may prepare at the same time', async () => {
  const { server } = await given();
  const database = await databaseIn(server, 'twice');
  const place = database.place('postgres');
  await Promise.all([preparePostgres(place), preparePostgres(place), preparePostgres(place)]);
  expect((await database.open().log.readBehind(NOTHING, 10)).end.position).toBe(0);
});

test('whoever owns the database and has CREATEROLE needs not be a superuser', async () => {
  // In a cluster that another one has prepared before, its roles are not theirs to give: this is the first.
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  await server.sql('CREATE ROLE operator LOGIN CREATEROLE');
  const database = await databaseIn(server, 'managed');
  await server.sql(`ALTER DATABASE ${database.name} OWNER TO operator`);
  await preparePostgres(database.place('operator'));
  await preparePostgres(database.place('operator'));
  await append(database.open().log, [{ stream: 'observation/a', version: 1 }]);
  await expect(database.sql('DELETE FROM vault.events', 'operator')).rejects.toThrow('is refused');
});

test('a database without tables is refused, with what to do', async () => {
  const { server } = await given();
  const { log } = (await databaseIn(server, 'bare')).open();
  await expect(log.readBehind(NOTHING, 1)).rejects.toMatchObject({
    code: 'shared_log_format',
    message: expect.stringContaining('run memory-vault log prepare'),
  });
});

test('tables of an older and of a newer release are refused', async () => {
  const { sql, open, place } = await given();
  await sql('UPDATE vault.format SET version = 0');
  await expect(open().log.readBehind(NOTHING, 1)).rejects.toMatchObject({
    code: 'shared_log_format',
    message: expect.stringContaining('run memory-vault log prepare'),
  });
  await sql('UPDATE vault.format SET version = 99');
  const newer = { code: 'shared_log_format', message: expect.stringContaining('has format 99') };
  await expect(open().log.lock(NOTHING, 1)).rejects.toMatchObject(newer);
  await expect(open().control.leaveAll()).rejects.toMatchObject(newer);
  await expect(preparePostgres(place('postgres'))).rejects.toMatchObject(newer);
});

test('a database that is not there is told', async () => {
  const { server } = await given();
  const { name, open } = await databaseIn(server, 'gone');
  const { log } = open();
  await server.sql(`DROP DATABASE ${name}`);
  await expect(log.readBehind(NOTHING, 1)).rejects.toMatchObject({ code: 'shared_log_no_access' });
});
