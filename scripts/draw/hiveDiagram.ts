import { hiveMachine } from '../../src/hive/hiveMachine.js';

/** The worker of the hive as a Mermaid state diagram, drawn from its machine. */
export function hiveDiagram(): string {
  const { states, initial } = hiveMachine.root;
  const lines = [`[*] --> ${initial.target[0]?.key}`];
  for (const [name, state] of Object.entries(states)) {
    for (const [event, transitions] of state.transitions) {
      for (const { target, guard } of transitions) {
        const when = typeof guard === 'string' ? ` [${guard}]` : '';
        // An event without a target only changes the context.
        lines.push(`${name} --> ${target?.[0]?.key ?? name}: ${labelOf(event)}${when}`);
      }
    }
  }
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

/** `xstate.after.gather.hive.idle` is what the machine calls its timer `gather`. */
function labelOf(event: string): string {
  const [, timer] = /^xstate\.after\.(\w+)\./.exec(event) ?? [];
  return timer === undefined ? event : `after ${timer}`;
}
