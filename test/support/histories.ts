import fc from 'fast-check';

/** One step of a history of a vault. There are few names and texts, so that steps collide. */
export type Step =
  | {
      readonly do: 'save';
      readonly note: Note;
      readonly times: number;
      readonly key?: string | undefined;
    }
  | {
      readonly do: 'start';
      readonly project: string;
      readonly goal?: string | undefined;
      readonly client_ref?: string | undefined;
    }
  | { readonly do: 'end'; readonly session: number; readonly summary: string }
  | {
      readonly do: 'prompt';
      readonly name: string;
      readonly content: string;
      readonly tags?: string[] | undefined;
    }
  | { readonly do: 'publish'; readonly project: string; readonly content: string }
  | { readonly do: 'phase'; readonly project: string; readonly phase: 'spec' | 'apply' }
  | { readonly do: 'forgetSession'; readonly session: number }
  | {
      readonly do: 'forgetProject';
      readonly what: 'conventions' | 'phases' | 'pause';
      readonly project: string;
    }
  | { readonly do: 'pause' | 'resume'; readonly project: string }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'restart' }
  /** Rebuilds the read models during the next steps. A restart ends the rebuild. */
  | { readonly do: 'rebuild' };

export interface Note {
  readonly title: string;
  readonly type: 'decision' | 'bugfix';
  readonly project?: string | undefined;
  readonly tags?: string[] | undefined;
  readonly author?: string | undefined;
  /** The session: one of those started so far, an unknown one, or none. */
  readonly session: number | 'unknown' | 'none';
  readonly force: boolean;
}

const project = fc.constantFrom('one', 'One', 'two', '__proto__');
const tags = fc.option(fc.subarray(['x', 'y', 'hush']), { nil: undefined });
const session = fc.nat({ max: 2 });

// Mostly equal values: bugs appear when three saves meet in one session, one of them forced.
const note: fc.Arbitrary<Note> = fc.record({
  title: fc.constantFrom('A', 'A', 'A', 'A', 'B', 'hush A'),
  type: fc.constantFrom('decision', 'decision', 'decision', 'decision', 'bugfix'),
  project: fc.constantFrom('one', 'one', 'one', 'one', 'ONE', 'two', '__proto__', undefined),
  tags,
  author: fc.option(fc.constantFrom('ada', 'bob'), { nil: undefined }),
  session: fc.constantFrom<Note['session'][]>(0, 0, 1, 'unknown', 'unknown', 'unknown', 'none'),
  force: fc.boolean(),
});

const save: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('save' as const),
  note,
  times: fc.constantFrom(1, 1, 1, 3),
  key: fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined, freq: 2 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: save },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      project,
      goal: fc.option(fc.constantFrom('goal', 'hush'), { nil: undefined }),
      client_ref: fc.option(fc.constantFrom('talk', 'hush talk'), { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      session,
      summary: fc.constantFrom('done', 'hush'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('prompt' as const),
      name: fc.constantFrom('p', 'q'),
      content: fc.constantFrom('a', 'hush'),
      tags,
    }),
  },
  fc.record({ do: fc.constant('publish' as const), project, content: fc.constantFrom('c', 'd') }),
  fc.record({
    do: fc.constant('phase' as const),
    project,
    phase: fc.constantFrom('spec' as const, 'apply' as const),
  }),
  fc.record({ do: fc.constant('forgetSession' as const), session }),
  fc.record({
    do: fc.constant('forgetProject' as const),
    what: fc.constantFrom('conventions' as const, 'phases' as const, 'pause' as const),
    project,
  }),
  fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const), project }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 30) }),
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'rebuild' as const }) },
);

/** Arbitrary steps in any order. */
export const histories: fc.Arbitrary<readonly Step[]> = fc.array(step, {
  minLength: 10,
  maxLength: 40,
  size: 'max',
});
