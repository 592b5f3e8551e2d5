import { SESSION_STATES } from '../../src/domain/sessionStates.js';

/** The life of a work session as a Mermaid state diagram, drawn from the table of its states. */
export function sessionDiagram(): string {
  const lines = ['[*] --> active'];
  for (const [name, on] of Object.entries(SESSION_STATES)) {
    for (const [event, target] of Object.entries(on)) lines.push(`${name} --> ${target}: ${event}`);
    if (Object.keys(on).length === 0) lines.push(`${name} --> [*]`);
  }
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}
