import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../../src/app/openApp.js';
import { readConfig } from '../../src/config/config.js';
import { buildServer } from '../../src/http/server.js';

/** A metric as `/api/v1/metrics` describes it. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
}

/** The metrics that a service gives, asked from one that runs for this question only. By their names. */
export async function servedMetrics(): Promise<ReadonlyMap<string, Metric>> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-metrics-'));
  const config = readConfig({ VAULT_DATA_DIR: directory, VAULT_LOG_LEVEL: 'silent' });
  const app = await openApp(config);
  try {
    const server = await buildServer(app);
    const { body } = await server.inject('/api/v1/metrics');
    await server.close();
    return new Map(describedIn(body).map((metric) => [metric.name, metric]));
  } finally {
    await app.close();
    rmSync(directory, { recursive: true });
  }
}

/** The `# HELP` and `# TYPE` lines of the Prometheus text format; the second follows the first. */
function describedIn(text: string): readonly Metric[] {
  const lines = text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm);
  return [...lines].map(([, name = '', help = '', type = '']) => ({ name, help, type }));
}
