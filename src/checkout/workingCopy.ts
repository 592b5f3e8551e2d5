import { type Anchor, namedAnchor } from '../domain/anchor.js';
import { projectKey } from '../domain/names.js';
import { type FieldError, Rejection } from '../domain/rejection.js';
import { AnchorRefused, anchorOf } from './anchorFile.js';
import { checkoutRoot } from './checkoutFile.js';
import { freshnessOf, type State, statesOf, worstOf } from './freshness.js';
import { headOf } from './gitHead.js';
import { changedSince } from './since.js';

/** A note, as far as it says what it is about. */
interface Anchored {
  readonly id: string;
  readonly project?: string | undefined;
  readonly anchors?: readonly Anchor[] | undefined;
}

/** The working copy of the user, beside which this program runs. It knows nothing of the files of other projects. */
export interface WorkingCopy {
  /**
   * What a note of a project is about that names these files, each `PATH` or `PATH:10-24`; without any, the commit and the
   * branch. Of another project, they are taken as they are named. Throws `Rejection('invalid_payload')` with all that is wrong
   * with them.
   */
  anchorsOf(files: readonly string[], project: string | undefined): readonly Anchor[];
  /** Which of the notes are about text that has changed since, or that is gone: by their ids. */
  changed(notes: readonly Anchored[]): ReadonlyMap<string, Exclude<State, 'fresh'>>;
  /**
   * Whether the text that a note is about stands there as it did, such as `fresh` or `drifted since 0123456 of 2026-11-02`.
   * Undefined where nobody can tell.
   */
  stateOf(note: Anchored): Promise<string | undefined>;
}

/** The working copy that a folder of a project is in. */
export function workingCopyOf(folder: string, project: string | undefined): WorkingCopy {
  const root = checkoutRoot(folder);
  const isOwn = (of: string | undefined) =>
    of !== undefined && project !== undefined && projectKey(of) === projectKey(project);
  return {
    anchorsOf(files, of) {
      if (!isOwn(of)) return files.map(namedAnchor);
      if (files.length > 0) return allOf(files, (file) => anchorOf(root, file, folder));
      const { commit, branch } = headOf(root) ?? {};
      return commit === undefined && branch === undefined ? [] : [{ commit, branch }];
    },
    changed(notes) {
      const own = notes.filter((note) => isOwn(note.project));
      const states = statesOf(root, own);
      const changed = own.flatMap(({ id }, i) => {
        const state = states[i];
        return state === undefined || state === 'fresh' ? [] : [[id, state] as const];
      });
      return new Map(changed);
    },
    async stateOf({ project: of, anchors = [] }) {
      if (!isOwn(of)) return undefined;
      const found = freshnessOf(root, anchors);
      const state = worstOf(found);
      if (state === undefined || state === 'fresh') return movedTo(found) ?? state;
      const worst = anchors[found.findIndex((one) => one?.state === state)];
      const since = worst && (await changedSince(root, worst));
      if (!since) return state;
      const where = since.movedTo === undefined ? '' : `, now ${since.movedTo}`;
      return `${state} since ${since.commit} of ${since.date}${where}`;
    },
  };
}

/** `fresh, now at lines 14-28`. */
function movedTo(found: ReturnType<typeof freshnessOf>): string | undefined {
  const moved = found.flatMap((one) => one?.lines ?? []);
  return moved.length > 0 ? `fresh, now at lines ${moved.join(', ')}` : undefined;
}

function allOf(files: readonly string[], read: (file: string) => Anchor): readonly Anchor[] {
  const errors: FieldError[] = [];
  const anchors = files.flatMap((file, i) => {
    try {
      return [read(file)];
    } catch (error) {
      if (!(error instanceof AnchorRefused)) throw error;
      errors.push({ path: `/files/${i}`, message: error.message });
      return [];
    }
  });
  if (errors.length === 0) return anchors;
  const said = errors.map(({ message }) => message).join(' ');
  throw new Rejection('invalid_payload', said, errors);
}
