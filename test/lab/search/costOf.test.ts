import { expect, test } from 'vitest';
import { costOf, cpuSecondsOf, ownCpuSeconds } from '../../../lab/search/costOf.js';
import type { Question } from '../../../lab/search/dataset.js';
import { listening } from '../../support/listening.js';
import { testApp } from '../../support/testApp.js';

const question = (text: string): Question => ({
  ...{ id: text, text, type: 'exact', project: undefined, sessions: new Set(), turns: new Set() },
});

test('a small set is asked again and again, always as a whole', async () => {
  const asked: string[] = [];
  const engine = {
    name: 'recording',
    async ask({ text }: Pick<Question, 'text'>) {
      asked.push(text);
      return { turns: [] };
    },
  };
  const questions = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(question);
  const cpu = [10, 10.602];
  const cost = await costOf(engine, questions, async () => cpu.shift() ?? Number.NaN);
  expect(asked).toEqual(Array.from({ length: 43 }, () => [...'abcdefg']).flat());
  // 602 milliseconds for 301 questions.
  expect(cost.cpu).toBeCloseTo(2, 9);
});

test('the CPU time of a service is read from its metrics', async () => {
  const { port } = await listening(await testApp());
  const said = await cpuSecondsOf(`http://127.0.0.1:${port}`);
  // It runs in this process, which counts from its own start.
  expect(said).toBeGreaterThan(0);
  expect(said).toBeLessThanOrEqual(ownCpuSeconds());
});

test('a server that does not say its CPU time is named', async () => {
  const { port } = await listening(await testApp());
  const elsewhere = `http://127.0.0.1:${port}/api/v1/projects`;
  await expect(cpuSecondsOf(elsewhere)).rejects.toThrow(`${elsewhere}/metrics does not say`);
});
