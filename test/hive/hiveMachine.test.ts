import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { createActor, SimulatedClock, type SnapshotFrom } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import { BACKOFF_MS, backoff, type HiveEvent, hiveMachine } from '../../src/hive/hiveMachine.js';

const INTERVAL = 60_000;
const FAILURE = { reason: 'a reason', error: 'an error' };

/** All events of the machine, including the ends of its timers. */
const EVENTS = [
  { type: 'start' },
  { type: 'stop' },
  { type: 'nudge' },
  { type: 'acked', more: true },
  { type: 'acked', more: false },
  { type: 'failed', failure: FAILURE },
  { type: 'taken' },
  { type: 'lost' },
  { type: 'time' },
] as const;
type Happening = (typeof EVENTS)[number];

/** The machine on a clock that a test moves. With `random` 0.5 there is no jitter. */
function running(random = 0.5) {
  const clock = new SimulatedClock();
  const pushes: number[] = [];
  const machine = hiveMachine.provide({ actions: { push: () => void pushes.push(clock.now()) } });
  const input = { interval: INTERVAL, now: () => clock.now(), random: () => random };
  const actor = createActor(machine, { clock, input }).start();
  const state = () => actor.getSnapshot().value;
  const context = () => actor.getSnapshot().context;
  const happen = (event: Happening) => {
    if (event.type === 'time') clock.increment(timeOf(state(), context().wait));
    else actor.send(event);
  };
  return { actor, clock, pushes, state, context, happen };
}

function timeOf(state: string, wait: number): number {
  return { idle: 1000, healthy: INTERVAL, backoff: wait }[state] ?? 1_000_000;
}

/** The expected transitions: from each state, the target of each event. */
const RULES: Record<string, Partial<Record<string, string>>> = {
  disabled: { start: 'idle' },
  idle: { stop: 'disabled', lost: 'standby', time: 'pushing' },
  pushing: {
    stop: 'disabled',
    lost: 'standby',
    more: 'pushing',
    done: 'healthy',
    failed: 'backoff',
  },
  healthy: { stop: 'disabled', lost: 'standby', time: 'pushing', nudge: 'idle' },
  backoff: { stop: 'disabled', lost: 'standby', time: 'pushing' },
  standby: { stop: 'disabled', taken: 'idle' },
};

const nameOf = (event: Happening) =>
  event.type === 'acked' ? (event.more ? 'more' : 'done') : event.type;

test('every state and transition, played on a simulated clock, matches the model', () => {
  // Timers are events of the model: a timer may fire at any time while its state lasts.
  const timers = Object.values(hiveMachine.root.states).flatMap(({ after }) =>
    after.map(({ eventType }) => ({ type: eventType })),
  );
  const told = EVENTS.filter((event) => event.type !== 'time');
  const options = {
    // The types of the machine's own timer events are not among those that callers may send.
    events: [...told, ...timers] as unknown as HiveEvent[],
    input: { interval: INTERVAL, now: () => 0, random: () => 0.5 },
    serializeState,
  };
  const edges = adjacencyMapToArray(getAdjacencyMap(hiveMachine, options));
  const paths = getShortestPaths(hiveMachine, options);
  const states = new Set<unknown>();
  const transitions = new Set<string>();
  for (const edge of edges) {
    // Timers of other states are not running.
    const { type: name } = edge.event;
    if (name.startsWith('xstate.after') && !name.endsWith(`.${edge.state.value}`)) continue;
    const path = paths.find((one) => serializeState(one.state) === serializeState(edge.state));
    const { happen, state } = running();
    for (const { event } of path?.steps.slice(1) ?? []) happen(happeningOf(event));
    expect(state()).toBe(edge.state.value);
    happen(happeningOf(edge.event));
    expect(state()).toBe(edge.nextState.value);
    states.add(state());
    const type = happeningOf(edge.event).type;
    if (edge.state.value !== state() || type === 'acked') {
      transitions.add(`${edge.state.value} ${type} ${state()}`);
    }
  }
  expect([...states].sort()).toEqual([
    'backoff',
    'disabled',
    'healthy',
    'idle',
    'pushing',
    'standby',
  ]);
  expect([...allTransitions()].filter((name) => !transitions.has(name))).toEqual([]);
});

type Snapshot = SnapshotFrom<typeof hiveMachine>;

/** The backoff stays at its last step after more failures than steps. */
const serializeState = ({ value, context }: Snapshot) =>
  JSON.stringify([value, context.nudged, Math.min(context.failures, BACKOFF_MS.length)]);

/** Performs an event of the model; for a timer, it advances the clock. */
function happeningOf(event: { readonly type: string }): Happening {
  const happening = EVENTS.find((known) => JSON.stringify(known) === JSON.stringify(event));
  return happening ?? { type: 'time' };
}

/** All transitions of the machine, as `from event to`. */
function allTransitions(): string[] {
  const names = Object.values(hiveMachine.root.states).flatMap((state) =>
    [...state.transitions].flatMap(([type, transitions]) =>
      transitions.flatMap(({ target }) =>
        target
          ? [`${state.key} ${type.startsWith('xstate') ? 'time' : type} ${target[0]?.key}`]
          : [],
      ),
    ),
  );
  return names.sort();
}

property.prop([fc.array(fc.constantFrom(...EVENTS), { maxLength: 60 })])(
  'in any order of events the rules hold, and notes are pushed only in the state pushing',
  (happenings) => {
    const { happen, state, context, pushes } = running();
    let nudged = false;
    let failures = 0;
    let expectedPushes = 0;
    for (const event of happenings) {
      const before = state();
      let expected = RULES[before]?.[nameOf(event)] ?? before;
      if (before === 'pushing' && nameOf(event) === 'done' && nudged) expected = 'idle';
      happen(event);
      expect(state()).toBe(expected);
      const entered = expected === 'pushing' && (before !== 'pushing' || nameOf(event) === 'more');
      if (entered) expectedPushes += 1;
      const forgets = expected === 'disabled' || expected === 'standby';
      if (entered || forgets) nudged = false;
      else if (before === 'pushing' && event.type === 'nudge') nudged = true;
      if (before === 'pushing' && event.type === 'failed') failures += 1;
      if (before === 'pushing' && event.type === 'acked') failures = 0;
      if (forgets) failures = 0;
      expect(context().failures).toBe(failures);
      expect(context().retryAt === undefined).toBe(expected !== 'backoff');
    }
    expect(pushes).toHaveLength(expectedPushes);
  },
);

test('failures wait 30 s, 2 m, 10 m, 1 h, 6 h and 6 h again; a success starts over', () => {
  const { happen, clock, pushes, state, actor } = running();
  happen({ type: 'start' });
  happen({ type: 'time' });
  for (const wait of [...BACKOFF_MS, BACKOFF_MS[4]]) {
    happen({ type: 'failed', failure: FAILURE });
    const before = pushes.length;
    clock.increment(wait - 1);
    actor.send({ type: 'nudge' });
    expect(state()).toBe('backoff');
    clock.increment(1);
    expect(pushes).toHaveLength(before + 1);
  }
  happen({ type: 'acked', more: false });
  happen({ type: 'time' });
  happen({ type: 'failed', failure: FAILURE });
  expect(actor.getSnapshot().context).toMatchObject({ failures: 1, wait: BACKOFF_MS[0] });
});

property.prop([
  fc.integer({ min: 1, max: 20 }),
  fc.option(fc.integer({ min: 0, max: 86_400_000 }), { nil: undefined }),
  fc.double({ min: 0, max: 1, noNaN: true }),
])(
  'a delay is within 25 % of its step, and at least what the hub asks for, up to 6 h',
  (n, asked, random) => {
    const step = BACKOFF_MS[Math.min(n, BACKOFF_MS.length) - 1] ?? 0;
    const wait = backoff(n, asked, random);
    const least = Math.min(asked ?? 0, 6 * 3_600_000);
    expect(wait).toBeGreaterThanOrEqual(Math.max(Math.floor(step * 0.75), least));
    expect(wait).toBeLessThanOrEqual(Math.max(Math.ceil(step * 1.25), least));
  },
);
