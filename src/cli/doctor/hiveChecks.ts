import { counted } from '../terminal/counted.js';
import type { Finding } from './check.js';
import type { ServiceFacts } from './serviceFacts.js';

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
      ...{ name, state: 'wrong' },
      says: `paused after a failure: ${why}; ${when}, ${counted(pending, 'event')} waiting`,
    });
  } else findings.push({ name, state: 'ok', says: `${state}; ${when}` });
  if (refused > 0) {
    const says = `the hub refused ${counted(refused, 'note')}: the command names them, with the reason`;
    findings.push({ name: 'refused', state: 'warn', says, type: 'memory-vault hive dry-run' });
  }
  return findings;
}
