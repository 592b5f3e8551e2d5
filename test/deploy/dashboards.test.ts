import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ALERTS } from '../../scripts/dashboards/alerts.js';
import { dashboardFiles } from '../../scripts/dashboards/dashboardFiles.js';
import { NOT_SHOWN, ROWS } from '../../scripts/dashboards/panels.js';
import { servedMetrics } from '../../scripts/dashboards/servedMetrics.js';

const deployed = (name: string) =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
});
const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ expr: z.string() })) })),
});

/** Every expression that is asked of Prometheus, with Grafana's variable for a range replaced by one. */
const expressions = [
  ...Dashboard.parse(JSON.parse(deployed('grafana-dashboard.json'))).panels.flatMap(
    ({ targets }) => targets,
  ),
  ...Rules.parse(parse(deployed('alerts.yaml'))).groups.flatMap(({ rules }) => rules),
].map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'));

/** The metrics in an expression. Throws for what is no PromQL. */
function metricsIn(expression: string): readonly string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expression}`);
      if (type.name === 'VectorSelector') {
        names.push(/^\w+/.exec(expression.slice(from, to))?.[0] ?? '');
      }
    },
  });
  return names;
}

describe('the dashboard and the alerts', async () => {
  const served = await servedMetrics();

  test.each(['grafana-dashboard.json', 'alerts.yaml'])(
    'deploy/%s is what the metrics give (npm run docs makes it)',
    async (name) => {
      expect(deployed(name)).toBe((await dashboardFiles())[name]);
    },
  );

  test('every expression is PromQL and asks for metrics that the service gives', () => {
    expect(expressions.length).toBeGreaterThan(40);
    const asked = new Set(expressions.flatMap(metricsIn));
    // A histogram is served under its own name and asked for by its buckets. Prometheus makes `up` itself.
    const unknown = [...asked].filter(
      (name) => name !== 'up' && !served.has(name.replace(/_bucket$/, '')),
    );
    expect(asked.size).toBeGreaterThan(20);
    expect(unknown).toEqual([]);
  });

  test('every metric is on the dashboard, or panels.ts says why it is not', () => {
    const shown = Object.values(ROWS).flatMap((row) => row.map(({ metric }) => metric));
    const known = [...shown, ...Object.values(NOT_SHOWN).flat()];
    expect(known.length).toBe(new Set(known).size);
    const names = known.map((name) => `memory_vault_${name}`);
    expect([...served.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  test('every metric that is not about the process is explained in docs/monitor.md', () => {
    const text = readFileSync(new URL('../../docs/monitor.md', import.meta.url), 'utf8');
    const own = [...served.keys()].filter((name) => !/^memory_vault_(process|nodejs)_/.test(name));
    expect(own.length).toBeGreaterThan(15);
    expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

test('deploy/alerts.test.yaml raises every alert (promtool test rules runs it)', () => {
  const raised = [...deployed('alerts.test.yaml').matchAll(/alertname="(\w+)"/g)];
  expect(raised.map(([, name]) => name).sort()).toEqual(Object.keys(ALERTS).sort());
});

test('what is no PromQL is noticed', () => {
  expect(metricsIn('sum(rate(a_total{b="c"}[5m])) / d > 0')).toEqual(['a_total', 'd']);
  expect(() => metricsIn('sum(rate(a_total[5m])')).toThrow('not PromQL');
});
