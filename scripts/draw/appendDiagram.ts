import { recordAppend, type Step } from './recordAppend.js';

const recorded = await recordAppend();

/** What a node does at its first append, as a Mermaid sequence diagram: recorded, not drawn by hand. */
export function appendDiagram(): string {
  const lines = [
    'participant caller',
    'participant node',
    'participant copy as log.db',
    'participant primary as PostgreSQL',
    'participant standby',
    'Note over node,primary: on each new connection',
    ...recorded.connect.flatMap(linesOf),
    'Note over node,primary: for each batch',
    'caller->>node: save',
    ...recorded.append.flatMap(linesOf),
    'node->>caller: 200, X-Log-Position',
  ];
  return ['```mermaid', 'sequenceDiagram', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

function linesOf(step: Step): readonly string[] {
  if (step.kind === 'taken in') return ['node->>copy: take in, chain checked'];
  if (step.kind === 'decided') return ['node->>node: decide against log.db'];
  const sent = `node->>primary: ${step.statements.map(inShort).join('<br/>')}`;
  // A commit of the end is what waits: everything else writes nothing.
  const waits = step.statements.some((text) => text === 'COMMIT' || text.startsWith('UPDATE'));
  return waits ? [sent, 'primary->>standby: WAL', 'standby->>primary: has it'] : [sent];
}

/** The verb of a statement, and what it is about. */
function inShort(text: string): string {
  const [verb = ''] = text.split(/[\s;]/);
  const tables = [...new Set(text.match(/\bvault\.\w+/g) ?? [])].join(', ');
  if (tables !== '') return `${verb} … ${tables}${/FOR UPDATE$/.test(text) ? ' FOR UPDATE' : ''}`;
  const settings = [...text.matchAll(/current_setting\('(\w+)'\)/g)].map(([, name]) => name);
  if (settings.length > 0) return `SHOW ${settings.join(', ')}`;
  return text.includes('pg_class') ? `${verb} … pg_class` : text;
}
