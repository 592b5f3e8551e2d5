import { useLayoutEffect, useState } from 'preact/hooks';
import { caller } from './caller.js';
import { leaveFreely } from './place.js';
import { useUnsaved } from './useUnsaved.js';

const PREFIX = 'draft ';

/** Each has drafts of his or her own: somebody else may log in in the same tab. */
const keyOf = (name: string) => `${PREFIX}${caller?.email ?? caller?.caller} ${name}`;

/** What stands in the fields of a form, and what of it the tab keeps. */
export interface Draft<T> {
  readonly text: T;
  readonly set: (part: Partial<T>) => void;
  readonly isChanged: boolean;
  /** True where it was begun on another version of what it changes. */
  readonly isOlder: boolean;
  /** Forgets it, once it is saved or given up. */
  readonly drop: () => void;
}

/**
 * The fields of a form, which begin as `start`. Under a `name`, the tab keeps what somebody has typed until it is saved or dropped:
 * a reload, a look at another screen and a login that ran out lose nothing. Where it cannot, leaving asks. `version` is that of what
 * is changed.
 */
export function useDraft<T extends object>(
  name: string | undefined,
  start: T,
  version = 0,
): Draft<T> {
  // The login may end while the form is there.
  const [key] = useState(() => name && keyOf(name));
  const [first] = useState(start);
  const [kept] = useState(() => (key === undefined ? undefined : read(key, start)));
  const [text, setText] = useState(kept?.text ?? start);
  const isChanged = JSON.stringify(text) !== JSON.stringify(first);
  const [began] = useState(kept?.version ?? version);
  const [isKept, setKept] = useState(true);
  useLayoutEffect(() => {
    setKept(keep(key, isChanged ? { version: began, text } : undefined));
  }, [text]);
  useUnsaved(isChanged && !isKept);
  const drop = () => {
    keep(key, undefined);
    leaveFreely();
  };
  const set = (part: Partial<T>) => setText((before) => ({ ...before, ...part }));
  return { text, set, isChanged, isOlder: began !== version, drop };
}

/** Whether the tab keeps a draft of that name. */
export function hasDraft(name: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(name)) !== null;
  } catch {
    return false;
  }
}

/** Forgets all drafts of this tab: whoever comes next may not read them. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) keep(key, undefined);
  } catch {
    // Without a storage there are none.
  }
}

/** False where nothing is kept: without a key, or in a browser whose storage is full or turned off. */
function keep(
  key: string | undefined,
  draft: { version: number; text: object } | undefined,
): boolean {
  if (key === undefined) return false;
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** What is kept under a key, if it has the fields of this release. */
function read<T extends object>(key: string, like: T): { version: number; text: T } | undefined {
  try {
    const { version, text } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    const isLike = Object.entries(like).every(
      ([field, value]) =>
        typeof text[field] === typeof value && Array.isArray(text[field]) === Array.isArray(value),
    );
    return isLike && typeof version === 'number' ? { version, text } : undefined;
  } catch {
    return undefined;
  }
}
