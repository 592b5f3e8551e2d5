import { whoListens } from '../../connect/findService.js';
import { counted } from '../terminal/format.js';
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
      name: 'service.json',
      state: 'warn',
      says,
      type: 'memory-vault doctor --fix',
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
const OF_VIEWS: readonly string[] = ['views_damaged', 'views_outdated'];

/** The clock as the service judges it; nothing where a condition says what is wrong with it, and undefined where it does not judge. */
export function toldClock({ readiness }: ServiceFacts): readonly Finding[] | undefined {
  const { clock = 'unknown' } = readiness.told?.checks ?? {};
  if (clock === 'unknown') return undefined;
  if (clock !== 'ok') return [];
  return [{ name: 'clock', state: 'ok', says: 'right, as the service judges it' }];
}

const REBUILD = {
  type: 'memory-vault rebuild',
  fix: { kind: 'rebuild' },
} as const satisfies Partial<Finding>;

export function viewsChecks({ readiness, projections }: ServiceFacts): readonly Finding[] {
  const name = 'read models';
  if (!projections.told) {
    const state = readiness.told?.checks.views;
    // Everybody may ask whether they are as they should be, only the owner for more.
    if (state === 'ok') return [{ name, state: 'ok', says: 'all events are applied' }];
    const isBuilding = state?.startsWith('being built') ?? false;
    if (state !== undefined) return [{ name, state: isBuilding ? 'warn' : 'wrong', says: state }];
    return [{ name, state: 'unknown', says: projections.why }];
  }
  const { projections: all, rebuild } = projections.told;
  const findings = all.flatMap((one): Finding[] => {
    if (one.stopped) {
      const { position, error } = one.stopped;
      const says = `stopped at event ${position}, which it could not apply: ${error}`;
      return [{ name: one.name, state: 'wrong', says, ...REBUILD }];
    }
    if (one.lag === 0) return [];
    return [
      { name: one.name, state: 'warn', says: `${counted(one.lag, 'event')} behind`, ...REBUILD },
    ];
  });
  const trouble = readiness.told?.conditions.filter(({ code }) => OF_VIEWS.includes(code)) ?? [];
  findings.push(
    ...trouble.map(({ meaning, level }): Finding => {
      const state = level === 'warn' ? 'warn' : 'wrong';
      return { name: 'views.db', state, says: meaning, ...REBUILD };
    }),
  );
  if (rebuild.state !== 'idle') {
    const says = `a rebuild is running, at event ${rebuild.done} of ${rebuild.total}`;
    return [{ name: 'rebuild', state: 'warn', says }, ...findings.map(withoutFix)];
  }
  if (findings.length > 0) return findings;
  return [
    { name, state: 'ok', says: `${counted(all.length, 'read model')} with all events applied` },
  ];
}

/** What a rebuild mends is being mended. */
function withoutFix({ name, state, says }: Finding): Finding {
  return { name, state, says };
}

export function hiveChecks({ hive }: Pick<ServiceFacts, 'hive'>): readonly Finding[] {
  const name = 'hive';
  if (!hive.told) return [{ name, state: 'unknown', says: hive.why }];
  const { state, reason, refused, last_pushed_at: last, last_error, pending } = hive.told;
  if (state === 'disabled')
    return [{ name, state: 'ok', says: `pushes nothing: ${reason ?? 'it is not set up'}` }];
  const when = last === null ? 'nothing has been pushed yet' : `last success ${last}`;
  const findings: Finding[] = [];
  if (state === 'backoff') {
    const why = reason ?? last_error ?? 'the hub does not take what is pushed';
    findings.push({
      name,
      state: 'wrong',
      says: `paused after a failure: ${why}; ${when}, ${counted(pending, 'event')} waiting`,
    });
  } else findings.push({ name, state: 'ok', says: `${state}; ${when}` });
  if (refused > 0) {
    const says = `the hub refused ${counted(refused, 'note')}: the command names them, with the reason`;
    findings.push({ name: 'refused', state: 'warn', says, type: 'memory-vault hive dry-run' });
  }
  return findings;
}
