import { relative, sep } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import type { TestFile } from './times.js';

/** On a terminal, the line is drawn over itself; elsewhere there is one now and then. */
const TERMINAL_MS = 500;
const PLAIN_MS = 20_000;
const BAR = 24;

interface Expected {
  readonly root: string;
  /** Of a file of this run. */
  secondsOf(path: string): number;
  /** Of the whole run on the machine that recorded it; 0 if none was recorded. */
  readonly seconds: number;
}

/** Shows where a run of tests is, and how long it may still take; keeps what each file took. */
export class Progress implements Reporter {
  readonly files: TestFile[] = [];
  passed = 0;
  failed = 0;
  skipped = 0;
  /** What runs beside the tests. */
  beside = '';
  readonly #expected: Expected;
  readonly #out: NodeJS.WriteStream;
  readonly #start = performance.now();
  #all = 0;
  #done = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(expected: Expected, out: NodeJS.WriteStream = process.stderr) {
    this.#expected = expected;
    this.#out = out;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const seconds = specifications.map(({ moduleId }) => this.#secondsOf(moduleId));
    this.#all = seconds.reduce((sum, one) => sum + one, 0);
    this.#timer = setInterval(() => this.#draw(), this.#out.isTTY ? TERMINAL_MS : PLAIN_MS);
    this.#draw();
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'passed') this.passed += 1;
    else if (state === 'skipped') this.skipped += 1;
    else {
      this.failed += 1;
      // Not only at the end: whoever waits may look at it meanwhile.
      this.#clear();
      this.#out.write(`failed: ${this.#pathOf(test.module.moduleId)}: ${test.fullName}\n`);
    }
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done += this.#secondsOf(module.moduleId);
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    this.files.push({
      path: this.#pathOf(module.moduleId),
      tests: [...module.children.allTests()].length,
      seconds: (collectDuration + setupDuration + duration) / 1000,
    });
    // What another reporter prints about it begins on an empty line.
    if (module.state() === 'failed') this.#clear();
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #pathOf(moduleId: string): string {
    return relative(this.#expected.root, moduleId).split(sep).join('/');
  }

  #secondsOf(moduleId: string): number {
    return this.#expected.secondsOf(this.#pathOf(moduleId));
  }

  #clear(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001b[K');
  }

  #draw(): void {
    const passed = (performance.now() - this.#start) / 1000;
    const done = this.#all === 0 ? 0 : this.#done / this.#all;
    const left = secondsLeft(passed, done, this.#expected.seconds);
    const text = [
      `${minutes(passed)} ${Math.floor(done * 100)} %`,
      `${this.passed} passed, ${this.failed} failed`,
      ...(this.beside === '' ? [] : [`${this.beside} …`]),
      ...(left === undefined ? [] : [`about ${minutes(left)} left`]),
    ].join(' · ');
    const full = Math.round(BAR * done);
    const bar = `[${'█'.repeat(full)}${' '.repeat(BAR - full)}]`;
    this.#out.write(this.#out.isTTY ? `\r${bar} ${text}\u001b[K` : `${text}\n`);
  }
}

/**
 * How many seconds a run may still take, when a share of it took so many: by its own pace, and before there is one, by what
 * the recorded run took (0: there is none). Undefined when neither says anything.
 */
export function secondsLeft(passed: number, done: number, recorded: number): number | undefined {
  const ENOUGH = 0.1;
  if (done >= ENOUGH) return (passed / done) * (1 - done);
  return recorded > 0 ? Math.max(0, recorded - passed) : undefined;
}

/** `1:05`. */
export function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
