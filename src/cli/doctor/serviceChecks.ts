import { whoListens } from '../../connect/whoListens.js';
import type { Finding } from './check.js';
import type { Reached, ServiceFacts } from './serviceFacts.js';

/** `version` is that of this program; `canStart` says whether the data directory lets a service start. */
export function serviceChecks(
  facts: ServiceFacts,
  version: string,
  canStart: boolean,
): readonly Finding[] {
  const { reached } = facts;
  if (reached.kind === 'elsewhere') {
    const { isWell, words } = reached;
    return [
      { name: 'reachable', state: isWell ? 'ok' : 'wrong', says: words },
      ...(isWell
        ? [versionCheck(facts, version), ...callerCheck(facts), ...conditions(facts)]
        : []),
    ];
  }
  const { found } = reached.look;
  if (found === undefined) {
    const none = whyNone(reached, facts, canStart);
    return [none, ...leftover(reached), ...(canStart ? port(facts) : [])];
  }
  return [
    { name: 'reachable', state: 'ok', says: `${found.url} answers` },
    versionCheck(facts, version),
    ...callerCheck(facts),
    ...conditions(facts),
    ...leftover(reached),
  ];
}

type Here = Extract<Reached, { readonly kind: 'here' }>;

/** Doctor starts no service: it would hide why none runs. */
function whyNone(
  { look, isProcessRunning, writer }: Here,
  { isPortGiven }: ServiceFacts,
  canStart: boolean,
): Finding {
  const name = 'reachable';
  const { file, atFile, atPlace } = look;
  if (file && isProcessRunning && (atFile.kind === 'silent' || atFile.kind === 'other')) {
    const how = atFile.kind === 'silent' ? 'does not answer' : 'answers with errors';
    const says = `the service at ${file.url} (process ${file.pid}) ${how}: wait a moment, or end it and start it again`;
    return { name, state: 'wrong', says, type: `kill ${file.pid}` };
  }
  if (writer !== undefined) {
    const says = `process ${writer} uses the directory and does not answer: a service that starts, or another command. Wait a moment`;
    return { name, state: 'warn', says };
  }
  if (!canStart) {
    const says = 'no service runs: mend the data directory before one is started';
    return { name, state: 'warn', says };
  }
  const starts = 'no service runs: the first agent that needs one starts it';
  if (isPortGiven && atPlace.kind !== 'nothing')
    return { name, state: 'wrong', says: 'no service runs, and its port is taken' };
  return { name, state: 'warn', says: `${starts}, or type`, type: 'memory-vault serve' };
}

/** A service that was killed leaves its file. It does no harm, but it names a process that may be another one by now. */
function leftover({ look, isProcessRunning }: Here): readonly Finding[] {
  const { file, atFile, found } = look;
  if (!file || isProcessRunning || found?.url === file.url || atFile.kind === 'silent') return [];
  const says = `service.json names process ${file.pid}, which has ended`;
  return [
    {
      ...{ name: 'service.json', state: 'warn', says, type: 'memory-vault doctor --fix' },
      fix: { kind: 'remove-service-file', file },
    },
  ];
}

function port({ reached, isPortGiven }: ServiceFacts): readonly Finding[] {
  if (reached.kind !== 'here') return [];
  const { place, atPlace, file } = reached.look;
  // A service that starts answers before it writes its file.
  const isStarting = reached.writer !== undefined && atPlace.kind === 'vault';
  const who = file?.url === place || isStarting ? undefined : whoListens(atPlace);
  if (who === undefined) return [];
  const name = 'port';
  const next = 'Set VAULT_PORT to another one';
  if (isPortGiven) return [{ name, state: 'wrong', says: `${who} listens at ${place}. ${next}` }];
  const says = `${who} listens at ${place}. Agents start a service on another port; to start one yourself, do the same`;
  return [{ name, state: 'warn', says, type: 'VAULT_PORT=7438 memory-vault serve' }];
}

function versionCheck({ version: running, reached }: ServiceFacts, version: string): Finding {
  const name = 'version';
  if (running === undefined)
    return { name, state: 'unknown', says: 'the service shows its version to members alone' };
  // What only `service.json` tells is the version without the commit.
  if ([version, version.split('+')[0]].includes(running))
    return { name, state: 'ok', says: `${running}, as this program` };
  const says = `the service is ${running}, and this program is ${version}: end the service, and start it again`;
  const pid = reached.kind === 'here' ? reached.look.file?.pid : undefined;
  return { name, state: 'warn', says, ...(pid !== undefined && { type: `kill ${pid}` }) };
}

function callerCheck({ caller }: ServiceFacts): readonly Finding[] {
  if (caller === undefined) return [];
  const { state, words: says, type } = caller;
  const states = { ok: 'ok', bad: 'wrong', note: 'unknown' } as const;
  return [{ name: 'login', state: states[state], says, ...(type !== undefined && { type }) }];
}

/** What the service itself says is not as it should be, but for what a rebuild mends: the checks of the read models tell of that. */
function conditions({ readiness }: ServiceFacts): readonly Finding[] {
  if (!readiness.told) return [{ name: 'health', state: 'unknown', says: readiness.why }];
  const { checks, conditions: all } = readiness.told;
  const found = all.filter(({ code }) => !OF_VIEWS.includes(code));
  const findings = found.map(({ code, level, meaning, next }): Finding => {
    const state = STATES[level];
    return { name: code, state, says: next ? `${meaning}. Next: ${next}` : meaning };
  });
  if (checks.log !== 'ok' && checks.log !== 'unknown' && findings.length === 0)
    return [{ name: 'log', state: 'wrong', says: checks.log, type: 'memory-vault verify' }];
  if (findings.some(({ state }) => state !== 'ok')) return findings;
  return [
    ...findings,
    { name: 'health', state: 'ok', says: 'the log can be read and takes saves' },
  ];
}

const STATES = { fatal: 'wrong', error: 'wrong', warn: 'warn', info: 'ok' } as const;

/** Conditions that a rebuild of the read models ends. */
export const OF_VIEWS: readonly string[] = ['views_damaged', 'views_outdated'];

/** The clock as the service judges it; nothing where a condition says what is wrong with it, and undefined where it does not judge. */
export function toldClock({ readiness }: ServiceFacts): readonly Finding[] | undefined {
  const { clock = 'unknown' } = readiness.told?.checks ?? {};
  if (clock === 'unknown') return undefined;
  if (clock !== 'ok') return [];
  return [{ name: 'clock', state: 'ok', says: 'right, as the service judges it' }];
}
