import { existsSync } from 'node:fs';
import type { ChangeState } from '../../setup/change.js';
import type { OwnedFile, PlannedFile } from '../../setup/plan.js';
import { programsNamed } from '../../setup/programsNamed.js';
import { droppedBy, shown } from './printPlan.js';

/** One line of a check. `bad` is what has to be mended, `note` what only has to be known. */
export interface Finding {
  readonly state: 'ok' | 'bad' | 'note';
  readonly words: string;
}

const AS_FOUND: Readonly<Record<ChangeState, string>> = {
  same: 'as written',
  added: 'missing',
  updated: 'outdated',
  removed: 'outdated',
  kept: 'changed, or not written by setup',
};

/** What is to be said of the entries of one agent. `planned` is what a setup would do to its files now. */
export function findingsOf(
  files: readonly OwnedFile[],
  planned: readonly PlannedFile[],
): readonly Finding[] {
  return [...planned.flatMap(entriesIn), ...programsGone(files, planned)];
}

function entriesIn(planned: PlannedFile): readonly Finding[] {
  const { file, changes } = planned;
  const dropped = droppedBy(planned);
  if (dropped !== undefined) return [{ state: 'bad', words: `${shown(file.path)}: ${dropped}` }];
  return (Object.keys(AS_FOUND) as ChangeState[]).flatMap((state) => {
    const what = changes.filter((one) => one.state === state).map((one) => one.what);
    if (what.length === 0) return [];
    const words = `${shown(file.path)}: ${what.join(', ')}: ${AS_FOUND[state]}`;
    return [{ state: state === 'same' ? 'ok' : 'bad', words }];
  });
}

/** Programs that an entry starts and that are not there any more, as after an update of Node. */
function programsGone(
  files: readonly OwnedFile[],
  planned: readonly PlannedFile[],
): readonly Finding[] {
  const programs = files.flatMap(({ wanted }) => {
    const text = planned.find(({ file }) => file.path === wanted.path)?.file.text;
    return text === undefined ? [] : programsNamed(wanted, text);
  });
  const gone = [...new Set(programs)].filter((program) => !existsSync(program));
  return gone.map((program) => ({ state: 'bad', words: `${program} is gone` }));
}
