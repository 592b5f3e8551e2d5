import { readFileSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { clusterWork } from '../app/clusterWork.js';
import { readConfig } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic, diagnosticOf } from '../diagnostics/diagnostic.js';
import { ownVerifierKey } from '../maintenance/checkpoints.js';
import { noteVerified } from '../maintenance/upkeep.js';
import type { VerifyReport } from '../maintenance/verification.js';
import { type VerifyJob, verify } from '../maintenance/verify.js';
import { formatVerifierKey } from '../proof/signingKey.js';
import { existingVault } from './existingVault.js';
import { POLICY, POLICY_IS, policyIn, tooFewIn } from './policyOption.js';
import { verifying } from './terminal/exit.js';
import { counted } from './terminal/format.js';
import { command } from './terminal/program.js';
import { progressLine } from './terminal/progress.js';

type VerifyOptions = ReturnType<ReturnType<typeof withFlags>['opts']>;

export function verifyCommand(program: Command): void {
  withFlags(program).action((options) => verifying(() => verifyVault(options)));
}

function withFlags(program: Command) {
  return command(program, 'verify', {
    description:
      'read the whole log from disk and check that nothing in it was changed; a service may be running',
    examples: [
      'verify',
      'verify --log vault-2026-11-20.db',
      'verify --against checkpoint.txt',
      'verify --shared',
    ],
  })
    .option('--no-views', 'do not compare the read models with a replay')
    .option('--against <file>', 'check that the log extends this signed checkpoint')
    .option(
      '--key <key>',
      'public key that must have signed the checkpoint (default: the key of this vault)',
    )
    .option(POLICY, POLICY_IS)
    .option('--log <file>', 'verify a backup instead of the vault')
    .option(
      '--shared',
      'on a node: also compare the shared log with its copy, and have PostgreSQL check all its hashes',
    )
    .option('--json', 'print the report as JSON');
}

async function withShared(own: VerifyReport): Promise<VerifyReport> {
  const { sharedLog } = readConfig(process.env);
  if (!sharedLog)
    throw new Error(
      '--shared needs a shared log: set VAULT_LOG to its address, or leave --shared out',
    );
  const { verifyShared } = await clusterWork.compare();
  return await verifyShared(own, sharedLog);
}

async function verifyVault(options: VerifyOptions): Promise<void> {
  const job = jobOf(options);
  const tooFew = tooFewOf(options, job);
  const [reading, replaying] = [progressLine('verifying the log'), progressLine('replaying it')];
  const own = await verify(job, { log: reading.report, views: replaying.report }).catch(
    (error: unknown) => Promise.reject(options.log === undefined ? error : aboutBackup(error)),
  );
  reading.end();
  replaying.end();
  const found = options.shared ? await withShared(own) : own;
  if (job.dataDir !== undefined) noteVerified(job.dataDir, found);
  const report = tooFew === undefined ? found : withProblem(found, tooFew);
  if (options.json) console.log(JSON.stringify(report));
  else printReport(report, options);
  if (!report.ok) process.exitCode = 1;
}

/** What the policy says of the checkpoint. Read first: a policy that is none is said before the log is read. */
function tooFewOf({ against, policy }: VerifyOptions, job: VerifyJob): string | undefined {
  if (policy === undefined) return undefined;
  if (against === undefined || job.against === undefined)
    throw new Error('--policy needs a checkpoint: name one with --against FILE');
  return tooFewIn(against, job.against.note, policyIn(policy));
}

/** The log is as it was found: what the checkpoint lacks is not noted of it. */
function withProblem(report: VerifyReport, detail: string): VerifyReport {
  const problem = { position: null, kind: 'checkpoint', detail } as const;
  return { ...report, ok: false, problems: [...report.problems, problem] };
}

/** No start brings a backup up to date. */
function aboutBackup(error: unknown): unknown {
  const { code, message, file } = diagnosticOf(error);
  if (code !== 'log_older') return error;
  const next = 'restore it into an empty VAULT_DATA_DIR: restore updates a copy and verifies it';
  return new Diagnostic(code, message, { file, next });
}

function jobOf({ views, against, key, log, shared }: VerifyOptions): VerifyJob {
  if (shared && log !== undefined)
    throw new Error('--shared compares the log of this node: leave --log out');
  const { dataDir } = log === undefined ? existingVault() : readConfig(process.env);
  const signedBy = () => key ?? formatVerifierKey(ownVerifierKey(dataDir));
  const checkpoint =
    against === undefined ? undefined : { note: readFileSync(against, 'utf8'), key: signedBy() };
  if (log !== undefined)
    return { logFile: log, viewsFile: undefined, dataDir: undefined, against: checkpoint };
  const files = dataFiles({ dataDir });
  const viewsFile = views ? files.views : undefined;
  return { logFile: files.log, viewsFile, dataDir, against: checkpoint };
}

function printReport(report: VerifyReport, options: VerifyOptions): void {
  const { against, views, shared, policy } = options;
  const { ok, events, head, hash, problems, more, views_at, seconds } = report;
  // No log has an empty hash, also not one without events.
  const end = `${events} events, the last is event ${head} with hash ${hash}`;
  console.log(hash === '' ? 'the log cannot be read to its end' : end);
  for (const { position, kind, detail } of problems) {
    console.log(`${kind}: ${position === null ? '' : `event ${position}: `}${detail}`);
  }
  if (more > 0) console.log(`and ${more} more problems`);
  if (views_at === null && views)
    console.log(
      'the read models were not compared: there is no views.db of this release, or it may still hold what was erased since',
    );
  const proved = [
    'every event is unchanged',
    ...(views_at === null ? [] : ['the read models match the log']),
    ...(views_at === null || views_at === head
      ? []
      : [`the next start applies the events after ${views_at}`]),
    ...(shared ? ['the shared log holds the same, and PostgreSQL finds every hash right'] : []),
    ...(against === undefined ? [] : [`the log extends the checkpoint in ${against}`]),
    ...(policy === undefined
      ? []
      : ['as many witnesses cosigned the checkpoint as the policy asks for']),
  ];
  const found = counted(problems.length + more, 'problem');
  console.log(`${ok ? `ok: ${proved.join(', ')}` : `NOT ok: ${found}`} (${seconds.toFixed(2)} s)`);
}
