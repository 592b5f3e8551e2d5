import { expect, test } from 'vitest';
import { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { type Line, reporter } from '../../src/diagnostics/reporter.js';

const SECOND = 1000;
const full = () => new Diagnostic('log_disk_full', 'no space for /v/log.db', { file: '/v/log.db' });

function watched() {
  const lines: Line[] = [];
  const time = { now: 0 };
  return {
    lines,
    time,
    news: reporter(
      (line) => lines.push(line),
      () => time.now,
    ),
  };
}

test('200 refused saves give one line, a number once a minute, and one line when it is over', () => {
  const { lines, time, news } = watched();
  for (let i = 0; i < 200; i++) {
    news.meet(full());
    time.now += 0.1 * SECOND;
    news.tick();
  }
  expect(lines).toEqual([
    {
      level: 'error',
      code: 'log_disk_full',
      msg: 'no space for /v/log.db',
      file: '/v/log.db',
      next: expect.stringContaining('free some space'),
    },
  ]);
  time.now = 61 * SECOND;
  news.tick();
  news.tick();
  expect(lines.slice(1)).toEqual([{ ...lines[0], times: 199 }]);
  expect(news.conditions()).toMatchObject([{ seconds: 61, quietSeconds: 41.1 }]);
  news.clear('log_disk_full');
  news.clear('log_disk_full');
  expect(lines.slice(2)).toEqual([
    {
      level: 'info',
      code: 'condition_over',
      condition: 'log_disk_full',
      msg: expect.stringContaining('no space for /v/log.db'),
      file: '/v/log.db',
      seconds: 61,
      times: 200,
    },
  ]);
  expect(news.conditions()).toEqual([]);
});

test('a state that is only seen again and again is said once', () => {
  const { lines, time, news } = watched();
  for (let i = 0; i < 100; i++) {
    news.raise(new Diagnostic('disk_nearly_full', `${100 - i} MB are free`));
    news.tick();
    time.now += 5 * SECOND;
  }
  expect(lines).toHaveLength(1);
});

test('a state that comes and goes within a minute is counted, and said with its number afterwards', () => {
  const { lines, time, news } = watched();
  for (let i = 0; i < 10; i++) {
    news.meet(full());
    news.clear('log_disk_full');
    time.now += 5 * SECOND;
    news.tick();
  }
  expect(lines.map(({ code }) => code)).toEqual(['log_disk_full', 'condition_over']);
  time.now = 61 * SECOND;
  news.tick();
  expect(lines.slice(2)).toMatchObject([{ code: 'log_disk_full', times: 9 }]);
});

test('the same error is said once a minute, another one at once, and the first again when it was away', () => {
  const { lines, time, news } = watched();
  const noSpace = (file: string) => Object.assign(new Error('full'), { code: 'SQLITE_FULL', file });
  for (let i = 0; i < 5; i++) news.report(noSpace('/v/views.db'));
  news.report(noSpace('/v/hive.db'));
  expect(lines.map(({ file }) => file)).toEqual(['/v/views.db', '/v/hive.db']);
  for (const seconds of [61, 122]) {
    time.now = seconds * SECOND;
    news.tick();
  }
  news.report(noSpace('/v/views.db'));
  expect(lines.slice(2).map(({ file, times }) => [file, times])).toEqual([
    ['/v/views.db', 4],
    ['/v/views.db', undefined],
  ]);
});

test('two faults with one code are both said', () => {
  const { lines, news } = watched();
  for (const message of [
    'teams stopped at event 3',
    'stats stopped at event 9',
    'teams stopped at event 3',
  ])
    news.report(new Diagnostic('projection_stopped', message));
  expect(lines.map(({ msg }) => msg)).toEqual([
    'teams stopped at event 3',
    'stats stopped at event 9',
  ]);
});
