import { ago } from '../../domain/age.js';
import { counted } from '../terminal/counted.js';
import type { AgentEntry, AgentFacts } from './agentFacts.js';
import type { Finding } from './check.js';

export function agentChecks(
  { entries, others, problem, spool }: AgentFacts,
  now: number,
): readonly Finding[] {
  return [
    ...(problem === undefined
      ? []
      : [{ name: 'setup.json', state: 'wrong' as const, says: problem }]),
    ...entries.map(entryCheck),
    ...othersCheck(entries, others),
    ...spoolChecks(spool, now),
  ];
}

function entryCheck({ agent, title, choice, found, wouldDrop, problem }: AgentEntry): Finding {
  const type = setupCommand(agent, choice);
  if (problem !== undefined) return { name: title, state: 'wrong', says: problem };
  const bad = found.filter(({ state }) => state === 'bad').map(({ words }) => words);
  if (bad.length === 0) {
    const what = choice.hooks ? 'MCP server and hooks are' : 'the MCP server is';
    return { name: title, state: 'ok', says: `${what} as setup wrote them` };
  }
  const says = bad.join('; ');
  // The settings of this shell are not those of the setup: the entry itself may be well.
  if (wouldDrop) return { name: title, state: 'warn', says };
  return { name: title, state: 'wrong', says, type, fix: { kind: 'set-up', agent, choice } };
}

/** The command that sets an agent up as it was. */
export function setupCommand(
  agent: AgentEntry['agent'],
  { hooks, passive }: AgentEntry['choice'],
): string {
  return ['memory-vault setup', agent, ...setupOptions({ hooks, passive })].join(' ');
}

/** The options of that command. */
export function setupOptions({ hooks, passive }: AgentEntry['choice']): readonly string[] {
  return [...(hooks ? [] : ['--no-hooks']), ...(passive ? ['--passive'] : [])];
}

function othersCheck(
  entries: AgentFacts['entries'],
  others: AgentFacts['others'],
): readonly Finding[] {
  const name = 'agents';
  if (others.length === 0) {
    if (entries.length > 0) return [];
    const says = 'none is set up, and none is found on this machine';
    return [{ name, state: 'ok', says }];
  }
  const found = others.join(', ');
  if (entries.length > 0)
    return [{ name, state: 'ok', says: `found, and not set up: ${found} (memory-vault setup)` }];
  const says = `none is set up; found on this machine: ${found}`;
  return [{ name, state: 'warn', says, type: 'memory-vault setup --all' }];
}

function spoolChecks(
  { folder, waiting, oldestAt, refused, reason, dropped }: AgentFacts['spool'],
  now: number,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (waiting > 0) {
    const since = oldestAt === undefined ? '' : `, the oldest kept ${ago(oldestAt, now)}`;
    const says = `${counted(waiting, 'record')} of hooks wait for a service${since}: the next session sends them`;
    const type = 'memory-vault doctor --fix';
    findings.push({ name: 'spool', state: 'warn', says, type, fix: { kind: 'send-waiting' } });
  }
  if (refused > 0) {
    const says = `${folder} holds ${counted(refused, 'record')} that a vault refused (${reason}): read and delete the .refused files there`;
    findings.push({ name: 'refused', state: 'warn', says });
  }
  if (dropped > 0) {
    const says = `${counted(dropped, 'older record')} had to go, because too much waited`;
    findings.push({ name: 'dropped', state: 'warn', says });
  }
  if (findings.length > 0) return findings;
  return [{ name: 'spool', state: 'ok', says: 'nothing of the hooks waits' }];
}
