import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  cutTo,
  NOTE_BYTES,
  PROJECTS,
  recombine,
  SESSION,
} from '../../../lab/bench/data/recombine.js';
import { saveBodies } from '../../../lab/bench/data/saveBodies.js';
import { ImportObservation, SaveObservation } from '../../../src/commands/observations.js';
import { readNotes } from '../../../tools/notes/readNotes.js';

const FIXTURE = fileURLToPath(new URL('../../fixtures/notes.ndjson', import.meta.url));
const noteAt = recombine(readNotes(FIXTURE));
const made = Array.from({ length: 20_000 }, (_, i) => noteAt(i));

test('generated notes are deterministic, valid and all different', () => {
  expect(recombine(readNotes(FIXTURE))(4711)).toEqual(noteAt(4711));
  for (const { word, hash, ...note } of made.slice(0, 500)) ImportObservation.parse(note);
  expect(new Set(made.map(({ content }) => content)).size).toBe(made.length);
});

test('generated notes have almost 500 bytes and never more', () => {
  const bytes = made.map(({ title, content }) => Buffer.byteLength(title + content));
  expect(Math.max(...bytes)).toBeLessThanOrEqual(NOTE_BYTES);
  expect(bytes.reduce((sum, one) => sum + one, 0) / bytes.length).toBeGreaterThan(NOTE_BYTES - 10);
});

test('generated projects differ in size, and a session belongs to one project', () => {
  const counts = new Map<string, number>();
  for (const { project } of made) counts.set(project, (counts.get(project) ?? 0) + 1);
  const sizes = [...counts.values()].sort((a, b) => b - a);
  expect(sizes.length).toBe(PROJECTS);
  expect(sizes[0]).toBeGreaterThan(made.length / 8);
  expect(sizes.at(-1)).toBeLessThan(made.length / 400);
  const first = made.slice(0, SESSION).map(({ project }) => project);
  expect(new Set(first).size).toBe(1);
});

test('bodies of save requests are valid and never the same', () => {
  const next = saveBodies(noteAt);
  const bodies = Array.from({ length: 5000 }, next);
  const contents = bodies.map((body) => SaveObservation.parse(JSON.parse(body)).content);
  expect(new Set(contents).size).toBe(bodies.length);
});

test('a text is not cut inside a character', () => {
  expect(cutTo('añb', 2)).toBe('a');
  expect(cutTo('añb', 3)).toBe('añ');
  expect(cutTo('a😀', 4)).toBe('a');
  expect(cutTo('short', 100)).toBe('short');
});
