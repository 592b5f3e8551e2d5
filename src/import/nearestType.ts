import { ObservationType } from '../domain/observation.js';

/** The types of peers that the vault has under another name, or has something near to. */
const NEAREST: Readonly<Record<string, ObservationType>> = {
  ...{
    architecture: 'decision',
    design: 'decision',
    approach: 'decision',
    tool_choice: 'decision',
  },
  ...{ incident: 'bugfix', bug: 'bugfix', fix: 'bugfix', error: 'bugfix', failure: 'bugfix' },
  ...{ exception: 'bugfix', mistake: 'antipattern', anti_pattern: 'antipattern' },
  ...{ code_smell: 'antipattern', gotcha: 'learning', insight: 'learning', lesson: 'learning' },
  ...{ passive: 'learning', best_practice: 'pattern', design_pattern: 'pattern' },
  ...{ workflow: 'pattern', convention: 'pattern', change: 'refactor', refactoring: 'refactor' },
  ...{ research: 'discovery', finding: 'discovery', security_alert: 'discovery' },
  ...{ todo: 'task', action_item: 'task', planning: 'task', backlog_item: 'task' },
};

/** The type of a note that a peer calls `type`, in any case; what nothing is near to is `context`. */
export function nearestType(type: string): ObservationType {
  const name = type.trim().toLowerCase().replaceAll('-', '_');
  const same = ObservationType.safeParse(name);
  if (same.success) return same.data;
  return Object.hasOwn(NEAREST, name) ? (NEAREST[name] ?? 'context') : 'context';
}
