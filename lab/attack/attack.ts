import { type Service, start } from '../outside/service.js';
import { attackers } from './attackers.js';
import { attacksTable, type Phase, phasesTable, verdict } from './attackReport.js';
import { loopDelay } from './loopDelay.js';
import { wellBehaved } from './wellBehaved.js';

export interface AttackOptions {
  /** A directory that does not exist yet, for the vault. */
  readonly directory: string;
  /** How long the attack lasts. */
  readonly seconds: number;
  /** How long the well-behaved client is alone before. */
  readonly quietSeconds: number;
  /** Names of attacks. */
  readonly names: readonly string[];
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The tables of a run, and what did not hold. */
export interface Attacked {
  readonly text: string;
  readonly problems: readonly string[];
}

/**
 * The limiter is on, for attackers and for the well-behaved client alike. It counts per address, and allows what the
 * client needs, which is some three times the default.
 */
const RATE_LIMIT = '400';

/** Attacks a service from many addresses, beside a well-behaved client that was measured alone before. */
export async function attack(options: AttackOptions): Promise<Attacked> {
  const service = await start(options.directory, { env: { VAULT_RATE_LIMIT: RATE_LIMIT } });
  try {
    if (service.state !== 'ready') throw new Error(`it did not start: ${service.output()}`);
    return await attackService(service, options);
  } finally {
    if (!service.hasEnded()) await service.stop('SIGKILL');
  }
}

async function attackService(
  service: Service,
  { seconds, quietSeconds, names, say, signal }: AttackOptions,
): Promise<Attacked> {
  const { url } = service;
  const visit = (length: number) => phase(service, length, signal);
  // Compiles what the requests use, and fills the vault a little.
  await visit(Math.min(10, quietSeconds));
  say(`the well-behaved client alone, for ${quietSeconds} s`);
  const quiet = await visit(quietSeconds);
  say(`under attack, for ${seconds} s`);
  const port = Number(new URL(url).port);
  const [attacked, { tallies, processor }] = await Promise.all([
    visit(seconds),
    attackers.run({ port, seconds, names }, { signal }),
  ]);
  const code = await service.stop('SIGTERM');
  return {
    text: [
      attacksTable(tallies),
      phasesTable({ quiet, 'under attack': attacked }),
      `The attackers used ${Math.round(100 * processor)} % of a processor.`,
    ].join('\n\n'),
    problems: [
      ...verdict(quiet, attacked),
      ...(code === 0 ? [] : [`SIGTERM ended the service with ${code}`]),
    ],
  };
}

async function phase({ url }: Service, seconds: number, signal: AbortSignal): Promise<Phase> {
  const over = new AbortController();
  const loop = loopDelay(url, over.signal);
  try {
    const answers = await wellBehaved({ url, seconds, signal });
    over.abort();
    return { answers, loop: await loop };
  } finally {
    over.abort();
  }
}
