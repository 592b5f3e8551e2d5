import { counted } from '../terminal/counted.js';
import type { Finding } from './check.js';
import { OF_VIEWS } from './serviceChecks.js';
import type { ServiceFacts } from './serviceFacts.js';

const REBUILD = {
  ...{ type: 'memory-vault rebuild', fix: { kind: 'rebuild' } },
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
