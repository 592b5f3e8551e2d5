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

/** What is kept of a draft: the fields as they are and as they were at first, and the version that it was begun on. */
interface Kept<T> {
  readonly version: number;
  readonly start: T;
  readonly text: T;
}

/**
 * The fields of a form, which begin as `start`. Under a `name`, the tab keeps what somebody has typed until it is saved or dropped:
 * a reload, a look at another screen and a login that ran out lose nothing. Where it cannot, leaving asks. `version` is that of what
 * is changed: where it is another one than the draft was begun on, the fields that nobody typed into are those of `start`.
 */
export function useDraft<T extends object>(
  name: string | undefined,
  start: T,
  version = 0,
): Draft<T> {
  // The login may end while the form is there.
  const [key] = useState(() => name && keyOf(name));
  const [draft, setDraft] = useState<Kept<T>>(
    () => (key === undefined ? undefined : read(key, start)) ?? { version, start, text: start },
  );
  const isOlder = draft.version !== version;
  const now = (one: Kept<T>) => (isOlder ? { ...one, start, text: movedTo(start, one) } : one);
  const { text, start: first } = now(draft);
  const isChanged = !isSame(text, first);
  const [isKept, setKept] = useState(true);
  useLayoutEffect(() => {
    setKept(keep(key, isChanged ? draft : undefined));
  }, [draft]);
  useUnsaved(isChanged && !isKept);
  const drop = () => {
    keep(key, undefined);
    leaveFreely();
  };
  const set = (part: Partial<T>) =>
    setDraft((before) => ({ ...now(before), text: { ...now(before).text, ...part } }));
  return { text, set, isChanged, isOlder, drop };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What was typed into a draft, with the other fields as they are now. */
function movedTo<T extends object>(now: T, { start, text }: Kept<T>): T {
  const before = new Map<string, unknown>(Object.entries(start));
  const typed = Object.entries(text).filter(([field, value]) => !isSame(value, before.get(field)));
  return { ...now, ...Object.fromEntries(typed) };
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
function keep(key: string | undefined, draft: object | undefined): boolean {
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
function read<T extends object>(key: string, like: T): Kept<T> | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    const isLike = [draft.start, draft.text].every((fields) =>
      Object.entries(like).every(
        ([field, value]) =>
          typeof fields[field] === typeof value &&
          Array.isArray(fields[field]) === Array.isArray(value),
      ),
    );
    return isLike && typeof draft.version === 'number' ? draft : undefined;
  } catch {
    return undefined;
  }
}
