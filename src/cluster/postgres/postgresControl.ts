import type { NodeReport, SharedControl } from '../sharedControl.js';
import type { LastingConnection } from './connect.js';
import type { Statement } from './connection.js';

/** What nodes tell each other, in tables beside the log. All times are those of the database's clock. */
export function postgresControl(lasting: LastingConnection, node: string): SharedControl {
  const exchange = async <Row extends object>(statement: Statement<Row>) => {
    const [answer] = await (await lasting.get()).exchange(statement);
    return answer;
  };

  return {
    async hold(lease, ms) {
      const { rows } = await exchange<{ state: string | null }>({
        text: `INSERT INTO vault.leases AS lease (name, holder, until)
          VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
          WHERE lease.holder = excluded.holder OR lease.until <= clock_timestamp()
          RETURNING state`,
        values: [lease, node, ms],
      });
      return rows[0] && { state: rows[0].state ?? undefined };
    },
    async leave(lease, state) {
      const { rowCount } = await exchange({
        text: `UPDATE vault.leases SET state = $3
          WHERE name = $1 AND holder = $2 AND until > clock_timestamp()`,
        values: [lease, node, state],
      });
      return rowCount === 1;
    },
    async left(lease) {
      const { rows } = await exchange<{ state: string | null }>({
        text: 'SELECT state FROM vault.leases WHERE name = $1',
        values: [lease],
      });
      return rows[0]?.state ?? undefined;
    },
    async leaveAll() {
      const values = [node];
      await (await lasting.get()).exchange(
        { text: `UPDATE vault.leases SET until = '-infinity' WHERE holder = $1`, values },
        { text: `UPDATE vault.nodes SET seen = '-infinity' WHERE name = $1`, values },
      );
    },
    async report({ position, wiped }, liveMs) {
      const write = {
        text: `INSERT INTO vault.nodes (name, position, wiped, seen) VALUES ($1, $2, $3, clock_timestamp())
          ON CONFLICT (name) DO UPDATE
          SET position = excluded.position, wiped = excluded.wiped, seen = excluded.seen`,
        values: [node, position, wiped],
      };
      const read: Statement<NodeReport> = {
        text: `SELECT name, position, wiped FROM vault.nodes
          WHERE seen > clock_timestamp() - $1 * interval '1 millisecond' ORDER BY name`,
        values: [liveMs],
      };
      const [, { rows }] = await (await lasting.get()).exchange(write, read);
      return rows;
    },
    async lastReport() {
      const { rows } = await exchange<{ at: number; ageMs: number }>({
        text: `SELECT extract(epoch FROM seen)::float8 * 1000 AS at,
            extract(epoch FROM clock_timestamp() - seen)::float8 * 1000 AS "ageMs"
          FROM vault.nodes WHERE name = $1 AND seen > '-infinity'`,
        values: [node],
      });
      return rows[0];
    },
    async firstValue(setting, value) {
      const write = {
        text: 'INSERT INTO vault.secrets (name, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        values: [setting, value],
      };
      const read: Statement<{ first: string }> = {
        text: 'SELECT fingerprint AS first FROM vault.secrets WHERE name = $1',
        values: [setting],
      };
      const [, { rows }] = await (await lasting.get()).exchange(write, read);
      // The owner may have removed it in between.
      return rows[0]?.first ?? value;
    },
    async newestCheckpoint() {
      const { rows } = await exchange<{ note: string }>({
        text: 'SELECT note FROM vault.checkpoints ORDER BY size DESC LIMIT 1',
      });
      return rows[0]?.note;
    },
    async addCheckpoint(size, note, after) {
      // One node at a time: of two that extend the same checkpoint, only the first may keep its own.
      const add = {
        text: `INSERT INTO vault.checkpoints (size, note)
          SELECT $1, $2 WHERE (SELECT coalesce(max(size), 0) FROM vault.checkpoints) = $3::bigint`,
        values: [size, note, after],
      };
      const connection = await lasting.get();
      const [, , { rowCount }] = await connection.exchange(
        { text: 'BEGIN' },
        { text: 'SELECT FROM vault.head FOR UPDATE' },
        add,
        { text: 'COMMIT' },
      );
      return rowCount === 1;
    },
  };
}
