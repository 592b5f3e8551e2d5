import { sessionMachine } from '../../src/domain/sessionMachine.js';

/** The life of a work session as a Mermaid state diagram, drawn from its machine. */
export function sessionDiagram(): string {
  const { states, initial } = sessionMachine.root;
  const lines = [`[*] --> ${initial.target[0]?.key}`];
  for (const [name, state] of Object.entries(states)) {
    for (const [event, transitions] of state.transitions) {
      for (const { target } of transitions) lines.push(`${name} --> ${target?.[0]?.key}: ${event}`);
    }
    if (state.type === 'final') lines.push(`${name} --> [*]`);
  }
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}
