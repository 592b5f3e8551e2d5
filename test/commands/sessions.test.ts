import { test } from 'vitest';
import { abandonSession, endSession, startSession } from '../../src/commands/sessions.js';
import type { SessionFact } from '../../src/events/session.js';
import { given as givenFacts } from '../support/given.js';
import { redacted } from '../support/redacted.js';

const id = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
const project = redacted('checkout');
const redactions: [] = [];

const started: SessionFact = { type: 'session.started', data: { id, project, redactions } };
const abandoned: SessionFact = { type: 'session.abandoned', data: { id, project } };
const ended = (summary: string, was_abandoned = false): SessionFact => ({
  type: 'session.ended',
  data: { id, project, summary: redacted(summary), was_abandoned, redactions },
});
const given = (...facts: SessionFact[]) => givenFacts(...facts);
const end = (summary: string) => ({ id, summary: redacted(summary), redactions });

test('a session starts under a new id', () => {
  const names = { project, team: undefined, country: undefined, agent: undefined };
  const input = { ...names, goal: undefined, client_ref: undefined, redactions };
  given()
    .when(startSession, { started: input, goal_redactions: redactions, author: undefined })
    .yields(started);
});

test('an active session can be ended', () => {
  given(started).when(endSession, end('done')).yields(ended('done'));
});

test('an abandoned session can still be ended', () => {
  given(started, abandoned).when(endSession, end('done')).yields(ended('done', true));
});

test('a second end with the same summary changes nothing', () => {
  given(started, ended('done')).when(endSession, end('done')).yields();
});

test('a second end with another summary is refused', () => {
  given(started, ended('done')).when(endSession, end('else')).isRefusedWith('session_ended');
});

test('a session that was never started cannot be ended', () => {
  given().when(endSession, end('done')).isRefusedWith('not_found');
});

test('only an active session is abandoned', () => {
  given(started).when(abandonSession, { id }).yields(abandoned);
  given(started, abandoned).when(abandonSession, { id }).yields();
  given(started, ended('done')).when(abandonSession, { id }).yields();
  given().when(abandonSession, { id }).yields();
});
