import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CheckResult } from './checkResult.js';
import { APPLICABLE, Checks, EXPECTED, judgeScenario } from './judgeScenario.js';

/** Runs all scenarios for servers of the conformance suite against `url`. `output` is an empty directory. */
export async function runConformance(
  suite: { readonly node: string; readonly program: string; readonly name: string },
  {
    url,
    output,
    signal,
  }: { readonly url: string; readonly output: string; readonly signal: AbortSignal },
): Promise<readonly CheckResult[]> {
  const args = [suite.program, 'server', '--url', url, '--suite', 'all', '-o', output];
  // It exits with 1 when a scenario fails, which is looked at one by one.
  await promisify(execFile)(suite.node, args, { signal, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error) => {
      if (error.code !== 1) throw error;
    },
  );
  const folders = readdirSync(output);
  const found = folders.map((folder) => {
    // `server-SCENARIO-TIME`.
    const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    return [
      scenario,
      Checks.parse(JSON.parse(readFileSync(join(output, folder, 'checks.json'), 'utf8'))),
    ] as const;
  });
  const missing = [...APPLICABLE, ...Object.keys(EXPECTED)].filter(
    (scenario) => !found.some(([name]) => name === scenario),
  );
  const row = (scenario: string, result: CheckResult['result'], detail: string): CheckResult => ({
    client: suite.name,
    transport: 'http',
    protocol: '2025',
    check: scenario,
    result,
    detail,
  });
  return [
    ...found.map(([scenario, checks]) => row(scenario, ...judgeScenario(scenario, checks))),
    ...missing.map((scenario) => row(scenario, 'failed', 'the suite did not run it')),
  ];
}
