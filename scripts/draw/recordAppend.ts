import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection, Statement } from '../../src/cluster/postgres/connection.js';
import { fitForNode } from '../../src/cluster/postgres/durability.js';
import { postgresLog } from '../../src/cluster/postgres/postgresLog.js';
import { replicatedLog } from '../../src/cluster/replicatedLog.js';
import { openSqliteCopy } from '../../src/cluster/sqliteCopy.js';
import type { NewEvent } from '../../src/log/eventLog.js';
import { redacted } from '../../test/support/redacted.js';

/** What a node does at an append, in its order. */
export type Step =
  | { readonly kind: 'exchange'; readonly statements: readonly string[] }
  | { readonly kind: 'taken in' }
  | { readonly kind: 'decided' };

const INSTANCE = '00000000-0000-4000-8000-000000000000';
const MIGRATIONS = new URL('../../migrations/postgres/', import.meta.url);

/** Lets a node append an event through a new connection that only answers, and records what it does. */
export async function recordAppend(): Promise<{ connect: Step[]; append: Step[] }> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-draw-'));
  let steps: Step[] = [];
  const connection = answering((statements) => {
    steps.push({ kind: 'exchange', statements: statements.map(({ text }) => text) });
  });
  const copy = openSqliteCopy(join(directory, 'log.db'), INSTANCE);
  const log = replicatedLog(
    {
      ...copy,
      takeIn(delta) {
        steps.push({ kind: 'taken in' });
        return copy.takeIn(delta);
      },
    },
    postgresLog(async () => connection, { durability: 'replicated' }),
    { pollMs: 0 },
  );
  try {
    await fitForNode(connection, 'replicated');
    const connect = steps;
    steps = [];
    await log.appendNext(async () => {
      steps.push({ kind: 'decided' });
      return { events: [EVENT], answers: [], deduplicated: 0 };
    });
    return { connect, append: steps };
  } finally {
    await log.close();
    rmSync(directory, { recursive: true });
  }
}

const EVENT: NewEvent = {
  id: '01KA0000000000000000000000',
  stream: 'sdd/1',
  version: 1,
  at: 1,
  meta: { actor: 'a' },
  type: 'sdd.phase_entered',
  data: { project: redacted('p'), phase: 'spec' },
};

/** A connection to a PostgreSQL with an empty log. */
function answering(note: (statements: readonly Statement[]) => void): Connection {
  return {
    async exchange(...statements) {
      note(statements);
      // The rows are those that each statement says it gives.
      return statements.map(({ text }) => {
        const rows = [rowOf(text)].filter((row) => row !== undefined);
        return { command: text.split(' ')[0], rows, rowCount: rows.length };
      }) as never;
    },
    isOpen: true,
    onNotification() {},
    destroy() {},
    async close() {},
  };
}

function rowOf(text: string): object | undefined {
  if (text.includes('AS there')) return { there: true };
  if (text.includes('FROM vault.format'))
    return { version: readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql')).length };
  if (text.includes('AS standbys')) return { standbys: 'a', fsync: 'on', pages: 'on' };
  if (text.includes('AS appended')) return { appended: true };
  if (!text.includes('AS now')) return undefined;
  const end = { position: 0, hash: Buffer.alloc(32), at: 0, answers: 0, deduplicated: 0 };
  return { ...end, instance: INSTANCE, now: 1, seconds: 0 };
}
