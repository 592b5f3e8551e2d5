import { whoListens } from '../../connect/findService.js';
import { isRunning } from '../../connect/isRunning.js';
import { removeServiceFile, type ServiceFile } from '../../connect/serviceFile.js';
import { sayCosigned } from '../../proof/witnessPolicy.js';
import { counted } from '../terminal/format.js';
import { type Finding, type Fix, ok, unknown, warn, wrong } from './check.js';
import { askingOf, clientFor, type Reached, type ServiceFacts } from './serviceFacts.js';

/** `version` is that of this program; `canStart` says whether the data directory lets a service start. */
export function serviceChecks(
  facts: ServiceFacts,
  version: string,
  canStart: boolean,
): readonly Finding[] {
  const { reached } = facts;
  const answers = () => [
    versionCheck(facts, version),
    ...callerCheck(facts),
    ...conditions(facts),
    ...witnessesCheck(facts),
  ];
  if (reached.kind === 'elsewhere') {
    if (!reached.isWell) return [wrong('reachable', reached.words)];
    return [ok('reachable', reached.words), ...answers()];
  }
  const { found } = reached.look;
  if (found) return [ok('reachable', `${found.url} answers`), ...answers(), ...leftover(reached)];
  const none = whyNone(reached, facts, canStart);
  return [none, ...leftover(reached), ...(canStart ? port(reached, facts) : [])];
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
    const says = `the service at ${file.url} (process ${file.pid}) ${how}: wait a moment, or stop it and start it again`;
    return wrong(name, says, { type: `kill ${file.pid}` });
  }
  if (writer !== undefined) {
    const says = `process ${writer} uses the directory and does not answer: wait a moment. It may be a service that starts, or another command`;
    return warn(name, says);
  }
  if (!canStart) return warn(name, 'no service runs: mend the data directory before you start one');
  if (isPortGiven && atPlace.kind !== 'nothing')
    return wrong(name, 'no service runs, and another program has its port');
  const says = 'no service runs: the first agent that needs one starts it. To start one now, type';
  return warn(name, says, { type: 'memory-vault serve' });
}

/** A service that was killed leaves its file. It does no harm, but it names a process that may be another one by now. */
function leftover({ look, isProcessRunning }: Here): readonly Finding[] {
  const { file, atFile, found } = look;
  if (!file || isProcessRunning || found?.url === file.url || atFile.kind === 'silent') return [];
  const says = `service.json names process ${file.pid}, which has ended`;
  return [
    warn('service.json', says, { type: 'memory-vault doctor --fix', fix: removeLeftover(file) }),
  ];
}

export const removeLeftover = (file: ServiceFile): Fix => ({
  kind: 'remove-service-file',
  run({ settings }) {
    if (isRunning(file.pid)) throw new Error(`process ${file.pid} runs: not changed`);
    removeServiceFile(settings.dataDir, file);
    return `removed service.json of process ${file.pid}, which has ended`;
  },
});

function port({ look, writer }: Here, { isPortGiven }: ServiceFacts): readonly Finding[] {
  const { place, atPlace, file } = look;
  // A service that starts answers before it writes its file.
  const isStarting = writer !== undefined && atPlace.kind === 'vault';
  const who = file?.url === place || isStarting ? undefined : whoListens(atPlace);
  if (who === undefined) return [];
  if (isPortGiven)
    return [
      wrong(
        'port',
        `${who} listens at ${place}. Set VAULT_PORT to another one, and run memory-vault setup again`,
      ),
    ];
  const says = `${who} listens at ${place}. Agents start a service on another port: to start one yourself, set another VAULT_PORT, too`;
  return [warn('port', says, { type: 'VAULT_PORT=7438 memory-vault serve' })];
}

function versionCheck({ version: running, reached }: ServiceFacts, version: string): Finding {
  const name = 'version';
  if (running === undefined)
    return unknown(name, 'only members can see the version of the service');
  // What only `service.json` tells is the version without the commit.
  if ([version, version.split('+')[0]].includes(running))
    return ok(name, `${running}, as this program`);
  const says = `the service is ${running}, and this program is ${version}: stop the service, and start it again`;
  return warn(name, says, reached.kind === 'here' ? { type: 'memory-vault stop' } : {});
}

function callerCheck({ caller }: ServiceFacts): readonly Finding[] {
  if (caller === undefined) return [];
  const { state, words, type } = caller;
  return [{ ok, bad: wrong, note: unknown }[state]('login', words, type ? { type } : {})];
}

/** What the service itself says is not as it should be, but for what a rebuild mends: the checks of the read models tell of that. */
function conditions({ readiness }: ServiceFacts): readonly Finding[] {
  if (!readiness.told) return [unknown('health', readiness.why)];
  const { checks, conditions: all } = readiness.told;
  const found = all.filter(({ code }) => !OF_VIEWS.includes(code));
  const findings = found.map(({ code, level, meaning, next }) =>
    BY_LEVEL[level](code, next ? `${meaning}. Next: ${next}` : meaning),
  );
  if (checks.log !== 'ok' && checks.log !== 'unknown' && findings.length === 0)
    return [wrong('log', checks.log, { type: 'memory-vault verify' })];
  if (findings.some(({ state }) => state !== 'ok')) return findings;
  return [...findings, ok('health', 'the log can be read, and saves work')];
}

/** Whether enough witnesses cosigned the last checkpoint; nothing where there are none, or the service does not tell. */
function witnessesCheck({ witnesses: { told } }: ServiceFacts): readonly Finding[] {
  if (!told || told.witnesses.length === 0) return [];
  const name = 'witnesses';
  if (told.checkpoint === null)
    return [unknown(name, 'the service has not asked a witness yet: it has just started')];
  const { enough, asks, witnesses } = told;
  const signed = witnesses.filter(({ cosigned, problem }) => cosigned && !problem);
  const names = signed.map(({ name }) => name);
  const lacks = witnesses.flatMap(({ name, problem }) =>
    problem ? [`${name}: ${problem.message}`] : [],
  );
  const judged = sayCosigned(names, witnesses.length, enough, asks);
  const says = [`the last checkpoint: ${judged}`, ...lacks].join('; ');
  return [(enough ? ok : warn)(name, says)];
}

const BY_LEVEL = { fatal: wrong, error: wrong, warn, info: ok };

/** Conditions that a rebuild of the read models ends. */
const OF_VIEWS: readonly string[] = ['views_damaged', 'views_outdated'];

/** The clock as the service judges it; nothing where a condition says what is wrong with it, and undefined where it does not judge. */
export function toldClock({ readiness }: ServiceFacts): readonly Finding[] | undefined {
  const { clock = 'unknown' } = readiness.told?.checks ?? {};
  if (clock === 'unknown') return undefined;
  if (clock !== 'ok') return [];
  return [ok('clock', 'the service finds it right')];
}

/** Long enough for a log of millions of events. */
const REBUILD_MS = 30 * 60_000;

export const REBUILD: Fix = {
  kind: 'rebuild',
  question: 'Have the service rebuild its read models from the log?',
  async run({ env, settings, reached }) {
    const client = reached && clientFor(reached, askingOf(env, settings, REBUILD_MS));
    if (client === undefined) throw new Error('no service answers: type memory-vault rebuild');
    const params = { query: { wait: '1' } } as const;
    const { data } = await client().POST('/admin/projections/rebuild', { params });
    if (!('events' in data)) throw new Error('the rebuild goes on in the service');
    return `the service rebuilt the read models from ${counted(data.events, 'event')} in ${data.seconds.toFixed(1)} s`;
  },
};

export function viewsChecks({ readiness, projections }: ServiceFacts): readonly Finding[] {
  const name = 'read models';
  if (!projections.told) {
    const state = readiness.told?.checks.views;
    // Everybody may ask whether they are as they should be, only the owner for more.
    if (state === undefined) return [unknown(name, projections.why)];
    if (state === 'ok') return [ok(name, 'all events are applied')];
    return [(state.startsWith('being built') ? warn : wrong)(name, state)];
  }
  const { projections: all, rebuild } = projections.told;
  // What a rebuild mends is being mended.
  const next = rebuild.state === 'idle' ? { type: 'memory-vault rebuild', fix: REBUILD } : {};
  const behind = all.flatMap(({ name, stopped, lag }) => {
    if (!stopped) return lag === 0 ? [] : [warn(name, `${counted(lag, 'event')} behind`, next)];
    const { position, error } = stopped;
    return [wrong(name, `stopped at event ${position}, which it could not apply: ${error}`, next)];
  });
  const trouble = readiness.told?.conditions.filter(({ code }) => OF_VIEWS.includes(code)) ?? [];
  const ofFile = trouble.map(({ meaning, level }) =>
    (level === 'warn' ? warn : wrong)('views.db', meaning, next),
  );
  const findings = [...behind, ...ofFile];
  if (rebuild.state !== 'idle') {
    const says = `a rebuild is running, at event ${rebuild.done} of ${rebuild.total}`;
    return [warn('rebuild', says), ...findings];
  }
  if (findings.length > 0) return findings;
  return [ok(name, `${counted(all.length, 'read model')} with all events applied`)];
}

export function hiveChecks({ hive }: Pick<ServiceFacts, 'hive'>): readonly Finding[] {
  const name = 'hive';
  if (!hive.told) return [unknown(name, hive.why)];
  const { state, reason, refused, last_pushed_at: last, last_error, pending } = hive.told;
  if (state === 'disabled') return [ok(name, `pushes nothing: ${reason ?? 'it is not set up'}`)];
  const when = last === null ? 'nothing has been pushed yet' : `last success ${last}`;
  const why = reason ?? last_error ?? 'the hub does not accept notes';
  const waiting = `${when}, ${counted(pending, 'event')} waiting`;
  const push =
    state === 'backoff'
      ? wrong(name, `paused after a failure: ${why}; ${waiting}`)
      : ok(name, `${state}; ${when}`);
  if (refused === 0) return [push];
  const says = `the hub refused ${counted(refused, 'note')}: the command names them, with the reason`;
  return [push, warn('refused', says, { type: 'memory-vault hive dry-run' })];
}
