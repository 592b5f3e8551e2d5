import { markdownTable } from '../../tools/markdownTable.js';
import { ACTIONS_BOUND_MS } from './checks/momentTroubleChecks.js';
import { PACKAGE_CHECK } from './checks/packageCheck.js';
import { BOUND_MS, CALL_BOUND_MS } from './checks/troubleChecks.js';
import { AGENT_PACKAGES } from './installAgent.js';
import { CHECKS, type Tested } from './testAgent.js';

/** What was found, in Markdown: a row for each check, a column for each agent, and what was seen of each below. */
export function agentsReport(tested: readonly Tested[]): string {
  const head = [
    'check',
    ...tested.map(({ agent }) => `${agent.name} ${AGENT_PACKAGES[agent.name].version}`),
  ];
  const done = [PACKAGE_CHECK, ...CHECKS].filter(({ title }) =>
    tested.some(({ outcomes }) => outcomes.some((one) => one.title === title)),
  );
  const rows = done.map(({ title }) => [
    title,
    ...tested.map(({ outcomes }) => outcomes.find((one) => one.title === title)?.verdict ?? ''),
  ]);
  return [
    '# Agents with our memory',
    '',
    markdownTable(head, rows),
    '',
    `In time: at most ${BOUND_MS / 1000} s more than a run just before it in a home without our setup, and ${CALL_BOUND_MS / 1000} s more with a call of a tool of ours, ${ACTIONS_BOUND_MS / 1000} s more with an edit and two commands.`,
    ...tested.flatMap(detailsOf),
  ].join('\n');
}

function detailsOf({ agent, outcomes }: Tested): readonly string[] {
  return [
    '',
    `## ${agent.name}`,
    '',
    ...agent.remarks.map((remark) => `- ${remark}`),
    ...outcomes.map(({ title, verdict, seen }) => `- ${verdict}: ${title}: ${oneLine(seen)}`),
  ];
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 600);
