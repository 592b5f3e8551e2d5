import { expect } from 'vitest';
import type { Service } from './service.js';

const BATCH = 500;

/** Saves `count` notes of one page of text each, so that building the read models takes a while. */
export async function fillService({ url }: Pick<Service, 'url'>, notes: number): Promise<void> {
  for (let first = 0; first < notes; first += BATCH) {
    const body = Array.from({ length: Math.min(BATCH, notes - first) }, (_, i) => ({
      title: `note ${first + i}`,
      content: words(first + i),
      type: 'learning',
      project: `project ${(first + i) % 7}`,
    }));
    const response = await fetch(`${url}/api/v1/observations/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(await response.json()).toMatchObject({ stored: body.length });
  }
}

const words = (n: number) =>
  Array.from({ length: 300 }, (_, i) => `word${(n * 31 + i * i) % 4999}`).join(' ');
