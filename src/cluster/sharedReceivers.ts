import { setTimeout as sleep } from 'node:timers/promises';
import { Rejection } from '../domain/rejection.js';
import { TurnLost } from '../hive/turn.js';
import { oneAtATime } from '../log/oneAtATime.js';
import { begunAt, type Progress } from '../webhooks/queue.js';
import {
  type Failed,
  MOST_FAILED,
  type Receivers,
  type Registered,
} from '../webhooks/receivers.js';
import { lease, type SharedControl } from './sharedControl.js';
import { SharedLogInterrupted } from './sharedLog.js';

const LIST = 'webhooks';
const TURN = 'webhooks sent';

/** How long a node may take to change the list, in milliseconds. */
const CHANGE_MS = 5000;
/** How often, and after how many milliseconds, a node tries that while another one is at it. */
const TRIES = 60;
const TRY_MS = 100;

/** A webhook without its progress, and the position behind which it begins. */
type Listed = Omit<Registered, 'progress'> & { readonly begins: number };

/** What its sender leaves of each webhook for the next one. */
type Sent = Record<
  string,
  { readonly progress: Progress; readonly retried: number; readonly failed: readonly Failed[] }
>;

// Unchecked JSON: only nodes write it.
const listIn = (text: string | undefined): Listed[] => (text ? JSON.parse(text) : []);
const sentIn = (text: string | undefined): Sent => (text ? JSON.parse(text) : {});

/**
 * The webhooks of all nodes of a log. Any node changes the list of them. The holder of a lease sends, and leaves in it how far each is,
 * before the next message goes: so a node that lost it sends at most what the next one sends as well.
 */
export function sharedReceivers(
  control: Pick<SharedControl, 'hold' | 'left' | 'leave'>,
  freshen: () => Promise<unknown>,
  ms: number,
): Receivers {
  const turn = lease(control, TURN, ms);
  // Of two exchanges at once, the older answer might come last.
  const [ofTurn, ofList] = [oneAtATime(), oneAtATime()];
  let turns = 0;
  /** What this node has left last, and what that says; undefined while it is not its turn. */
  let left: string | undefined;
  let sent: Sent | undefined;

  async function all(): Promise<Registered[]> {
    const listed = listIn(await answered(control.left(LIST)));
    const known = sent ?? sentIn(await answered(control.left(TURN)));
    for (const id of Object.keys(known)) if (!listed.some((one) => one.id === id)) delete known[id];
    return listed.map(({ begins, ...one }) => ({
      ...one,
      progress: progressOf(known[one.id], one.retried) ?? begunAt(begins),
    }));
  }

  /** Changes the list. Rejects with `not_ready` when other nodes are at it all the time, or the shared log does not answer. */
  const change = (next: (listed: Listed[]) => Listed[]) =>
    ofList(async () => {
      for (let tries = 0; tries < TRIES; tries++) {
        const before = await answered(control.hold(LIST, CHANGE_MS));
        const after = before && JSON.stringify(next(listIn(before.state)));
        const isDone = after !== undefined && (await answered(control.leave(LIST, after)));
        // Else the others wait until it runs out.
        if (before) await control.hold(LIST, 0).catch(() => {});
        if (isDone) return;
        await sleep(TRY_MS);
      }
      throw notReady();
    });
  const changeOne = (id: string, how: (one: Listed) => Partial<Listed>) =>
    change((listed) => listed.map((one) => (one.id === id ? { ...one, ...how(one) } : one)));

  return {
    freshen,
    all,
    async take() {
      // A node that cannot follow the log sends nothing: it lets its turn run out.
      const isFresh = await freshen().then(
        () => true,
        () => false,
      );
      if (!isFresh) return sent && turns;
      return await ofTurn(async () => {
        const held = await turn.hold();
        if (!held) sent = undefined;
        else if (!sent || held.state !== left) {
          turns += 1;
          left = held.state;
          sent = sentIn(left);
        }
        return held && turns;
      });
    },
    add: (one, begins) =>
      change((listed) => [...listed, { ...one, begins, renewed: 0, retried: 0, gone: false }]),
    remove: (id) => change((listed) => listed.filter((one) => one.id !== id)),
    renew: (id) => changeOne(id, ({ renewed }) => ({ renewed: renewed + 1 })),
    retry: (id) => changeOne(id, ({ retried }) => ({ retried: retried + 1, gone: false })),
    setGone: (id) => changeOne(id, () => ({ gone: true })),
    keep: (id, progress, retried) =>
      ofTurn(async () => {
        if (!sent) throw lost();
        sent[id] = { failed: sent[id]?.failed ?? [], progress, retried };
        const text = JSON.stringify(sent);
        if (!(await turn.leave(text))) {
          sent = undefined;
          throw lost();
        }
        left = text;
      }),
    recordFailed(id, failed) {
      const known = sent?.[id];
      if (sent && known)
        sent[id] = { ...known, failed: [failed, ...known.failed].slice(0, MOST_FAILED) };
    },
    async failedOf(id) {
      return (sent ?? sentIn(await answered(control.left(TURN))))[id]?.failed ?? [];
    },
    close() {},
  };
}

/** A retry that its sender has not heeded ends the wait, whoever is the next one. */
function progressOf(left: Sent[string] | undefined, retried: number): Progress | undefined {
  return left && left.retried !== retried
    ? { ...left.progress, next_try_at: null }
    : left?.progress;
}

const lost = () => new TurnLost('another node may send by now');

const notReady = () =>
  new Rejection(
    'not_ready',
    'the shared log does not answer, or other nodes change webhooks all the time: try again',
  );

async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof SharedLogInterrupted ? notReady() : error;
  }
}
