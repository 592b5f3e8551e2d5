import type { Telling, Verdict } from '../domain/told.js';
import type { Redacted } from '../privacy/privacyFilter.js';
import { lastEvent } from './family.js';
import { type Fact, streamKey } from './recorded.js';

/** What an agent was told in a session, many tellings at once: ids only, so that no text of a forgotten note is here. */
interface Told {
  readonly session_id: string;
  /** That of the session. */
  readonly team?: Redacted | undefined;
  readonly tellings: readonly Telling[];
}

/** What was told in a session was forgotten with it. Recording this erases the earlier events of its stream. */
interface ToldForgotten {
  readonly session_id: string;
}

type ToldFact = Fact<'told.given', Told> | Fact<'told.forgotten', ToldForgotten>;

/** `told/<ULID of the session>` folds to its last event. */
export const told = lastEvent<ToldFact>('told', 'told', {
  'told.given': { namesTeam: true, texts: { team: 'name' } },
  'told.forgotten': { erases: 'stream' },
});

/** What somebody found of a note that he or she was given. */
interface VerdictGiven {
  /** Of the note. Its text is nowhere in these events: they outlive a note that is forgotten. */
  readonly id: string;
  /** Which revision was judged: what is said of one does not hold for the next. */
  readonly revision: number;
  readonly verdict: Verdict;
  /** Whose word it is: `voiceKey`. */
  readonly voice: string;
  /** `wallKey` of the team of the voice: behind other walls, nobody hears what it found. */
  readonly wall_key: string;
  readonly session_id?: string | undefined;
}

type VerdictFact = Fact<'verdict.given', VerdictGiven>;

/** The key of a voice: a name of a stream has letters and digits alone. */
export const voiceKey = (voice: string): string => streamKey(voice);

/** `verdict/<verdictKey>` folds to its last event: what that voice said last of that note. */
export const verdict = lastEvent<VerdictFact>('verdict', null, { 'verdict.given': {} });

export const verdictKey = (id: string, voice: string): string => streamKey(`${id} ${voice}`);
