import { isAbsolute, resolve } from 'node:path';
import type { ChosenProject } from '../connect/chosenProject.js';
import { type Anchor, namedAnchor } from '../domain/anchor.js';
import { projectKey } from '../domain/names.js';
import { type FieldError, Rejection } from '../domain/rejection.js';
import { AnchorRefused, anchorToSend } from './anchorFile.js';
import { findFile, pathBelow } from './checkoutFile.js';
import { type Anchored, changedIn, freshnessOf, type State, worstOf } from './freshness.js';
import { checkoutAt } from './git.js';
import { headOf } from './gitHead.js';
import { changedSince } from './since.js';
import { touchedFiles } from './touchedFiles.js';

/** A person or an agent waits for it. */
const GIT_MS = 2_000;

/** A note of a project, as far as it says what it is about. */
interface OfProject extends Anchored {
  readonly project?: string | undefined;
}

/** The working copy of the user, beside which this program runs. It knows nothing of the files of other projects. */
export interface WorkingCopy {
  /**
   * What a note of a project is about that names these files, each `PATH` or `PATH:10-24`; without any, the commit and the
   * branch. Of another project, they are taken as they are named. Rejects with `Rejection('invalid_payload')` and all that is
   * wrong with them.
   */
  anchorsOf(files: readonly string[], project: string | undefined): Promise<readonly Anchor[]>;
  /** A path that somebody names, absolute or from a folder, as anchors have it; what leads elsewhere stays as it is. */
  pathOf(named: string): string;
  /** The files of a project that its branch touches (`touchedFiles`); none of another project. */
  touched(project: string): Promise<readonly string[]>;
  /** Which of the notes are about text that has changed since, or that is gone: by their ids. */
  changed(notes: readonly OfProject[]): ReadonlyMap<string, Exclude<State, 'fresh'>>;
  /**
   * Whether the text that a note is about stands there as it did, such as `fresh` or `drifted since 0123456 of 2026-11-02`.
   * Undefined where nobody can tell.
   */
  stateOf(note: OfProject): Promise<string | undefined>;
}

/** The working copy of a project; undefined where nobody knows where its files are. */
export function workingCopyOf(chosen: ChosenProject | undefined): WorkingCopy | undefined {
  const { project = '', root, folder = root } = chosen ?? {};
  return root === undefined || folder === undefined ? undefined : below(root, folder, project);
}

function below(root: string, folder: string, project: string): WorkingCopy {
  const isOwn = (of: string | undefined) =>
    of !== undefined && projectKey(of) === projectKey(project);
  return {
    async anchorsOf(files, of) {
      if (!isOwn(of)) return files.map(namedAnchor);
      if (files.length > 0) return allOf(files, (file) => anchorToSend(root, file, folder));
      const { commit, branch } = headOf(root) ?? {};
      return commit === undefined && branch === undefined ? [] : [{ commit, branch }];
    },
    pathOf(named) {
      const end = /[/\\]$/.test(named) ? '/' : '';
      const path = pathBelow(root, resolve(folder, named));
      const isThere = path !== undefined && findFile(root, path).kind !== 'none';
      const isFromRoot = !isAbsolute(named) && findFile(root, named).kind !== 'none';
      return path && (isThere || !isFromRoot) ? `${path}${end}` : named;
    },
    touched: async (of) => (isOwn(of) ? touchedFiles(checkoutAt(root, GIT_MS)) : []),
    changed: (notes) =>
      changedIn(
        root,
        notes.filter((note) => isOwn(note.project)),
      ),
    async stateOf({ project: of, anchors = [] }) {
      if (!isOwn(of)) return undefined;
      const found = freshnessOf(root, anchors);
      const state = worstOf(found);
      if (state === undefined || state === 'fresh') return movedTo(found) ?? state;
      const worst = anchors[found.findIndex((one) => one?.state === state)];
      const since = worst && (await changedSince(checkoutAt(root, GIT_MS), worst));
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

async function allOf(
  files: readonly string[],
  read: (file: string) => Promise<Anchor>,
): Promise<readonly Anchor[]> {
  const errors: FieldError[] = [];
  const anchors: Anchor[] = [];
  for (const [i, file] of files.entries()) {
    try {
      anchors.push(await read(file));
    } catch (error) {
      if (!(error instanceof AnchorRefused)) throw error;
      errors.push({ path: `/files/${i}`, message: error.message });
    }
  }
  if (errors.length === 0) return anchors;
  const said = errors.map(({ message }) => message).join(' ');
  throw new Rejection('invalid_payload', said, errors);
}
