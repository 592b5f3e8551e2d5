import { expect, test } from 'vitest';
import { Rejection } from '../../src/domain/rejection.js';
import {
  type VerifyReport,
  type VerifyStep,
  verification,
} from '../../src/maintenance/verification.js';

const REPORT: VerifyReport = {
  ok: true,
  events: 7,
  head: 7,
  hash: '',
  problems: [],
  more: 0,
  views_compared: true,
  views_at: 7,
  seconds: 1,
};

/** A verification whose steps and end come when the test says so. */
function verifyingByHand() {
  const runs: { step: (step: VerifyStep) => void; end: () => void; fail: (e: unknown) => void }[] =
    [];
  const by = verification(
    (step) => new Promise((resolve, fail) => runs.push({ step, end: () => resolve(REPORT), fail })),
  );
  return { ...by, runs };
}

test('the status says what is read and how far, and keeps the last report while the next is made', async () => {
  const { verify, verifyStatus, runs } = verifyingByHand();
  expect(verifyStatus()).toEqual({ state: 'idle', done: 0, total: 0 });
  const report = verify();
  expect(verifyStatus()).toEqual({ state: 'verifying', done: 0, total: 0 });
  runs[0]?.step({ state: 'verifying', done: 3, total: 7 });
  expect(verifyStatus()).toEqual({ state: 'verifying', done: 3, total: 7 });
  runs[0]?.step({ state: 'comparing', done: 1, total: 7 });
  expect(verifyStatus()).toEqual({ state: 'comparing', done: 1, total: 7 });
  runs[0]?.end();
  await report;
  expect(verifyStatus()).toEqual({ state: 'idle', done: 7, total: 7, last: REPORT });
  void verify();
  expect(verifyStatus()).toEqual({ state: 'verifying', done: 0, total: 0, last: REPORT });
});

test('calls during a verification share it, and the next call begins another', async () => {
  const { verify, runs } = verifyingByHand();
  const both = [verify(), verify()];
  runs[0]?.end();
  expect(await Promise.all(both)).toEqual([REPORT, REPORT]);
  void verify();
  expect(runs).toHaveLength(2);
});

test('a failure is told without internals, and a refusal in its words', async () => {
  const { verify, verifyStatus, runs } = verifyingByHand();
  for (const [error, words] of [
    [new Error('EACCES: /srv/vault/log.db'), 'failed; the service has logged why'],
    [new Rejection('not_ready', 'the service is stopping'), 'the service is stopping'],
  ] as const) {
    const report = verify();
    runs.at(-1)?.fail(error);
    await expect(report).rejects.toBe(error);
    expect(verifyStatus()).toEqual({ state: 'idle', done: 0, total: 0, last: { error: words } });
  }
});
