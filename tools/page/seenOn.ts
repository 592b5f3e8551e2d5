import type { Page, Request } from 'playwright-core';

/** What a page asked for: `bytes` is the body as it was sent, so compressed. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  /** Of the answer; undefined where none came. */
  readonly status: number | undefined;
  /** The text of the answer, where it is JSON. */
  readonly text: string | undefined;
  readonly bytes: number;
}

/** What happened on a page so far, beside what it shows. */
export interface Seen {
  /** What threw, and what was written to the console as an error. */
  readonly errors: readonly string[];
  /** What the content security policy stopped. */
  readonly violations: readonly string[];
  /** `alert`, `confirm` and `prompt`: the page has dialogs of its own. */
  readonly dialogs: readonly string[];
  /** In the order in which they were sent. */
  readonly requests: readonly Request[];
  /** How many requests wait for their answer; event streams, which never end, do not count. */
  pending(): number;
  /** The requests that have an answer or failed, with it. An event stream has one when it has ended. */
  asked(): Promise<readonly Asked[]>;
}

declare global {
  /** Tells the test of a violation; the page itself has no such function. */
  function reportViolation(violation: string): void;
}

/** Watches a page from now on: call it before the page opens anything. */
export async function seenOn(page: Page): Promise<Seen> {
  const errors: string[] = [];
  const violations: string[] = [];
  const dialogs: string[] = [];
  const requests: Request[] = [];
  const waiting = new Set<Request>();
  const answers: Promise<Asked>[] = [];
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Trusted ?Type/i.test(text)) violations.push(text);
    else if (message.type() === 'error' && !isOfAnswer(text)) errors.push(text);
  });
  page.on('dialog', (dialog) => {
    dialogs.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    requests.push(request);
    if (request.resourceType() !== 'eventsource') waiting.add(request);
  });
  const ended = (request: Request) => {
    waiting.delete(request);
    answers.push(askedBy(request));
  };
  page.on('requestfinished', ended).on('requestfailed', ended);
  await page.exposeBinding('reportViolation', (_, violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      globalThis.reportViolation(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
    );
  });
  const asked = () => Promise.all(answers);
  return { errors, violations, dialogs, requests, pending: () => waiting.size, asked };
}

/** Chromium writes a line for every answer of 400 and above, also where the page expects one. */
const isOfAnswer = (text: string) =>
  text.startsWith('Failed to load resource: the server responded');

async function askedBy(request: Request): Promise<Asked> {
  const about = { method: request.method(), url: request.url() };
  const response = await request.response().catch(() => null);
  if (response === null) return { ...about, status: undefined, text: undefined, bytes: 0 };
  const sizes = await request.sizes().catch(() => undefined);
  const isJson = response.headers()['content-type']?.includes('json') === true;
  const text = isJson ? await response.text().catch(() => undefined) : undefined;
  return {
    ...about,
    status: response.status(),
    text,
    bytes: Math.max(0, sizes?.responseBodySize ?? 0),
  };
}
