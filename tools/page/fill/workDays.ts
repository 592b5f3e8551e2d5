import type { SaveObservation } from 'memory-vault-client';

/** A work session as somebody has it: `day` counts back from the day on which the vault is shown. */
export interface WorkDay {
  readonly day: number;
  readonly hour: number;
  readonly who: 'ada' | 'bob';
  readonly agent: string;
  readonly goal: string;
  /** Without one, the session stays active, or is abandoned when it is old enough. */
  readonly summary?: string;
  readonly notes: readonly Pick<SaveObservation, 'title' | 'content' | 'type' | 'tags'>[];
}

/** Two weeks of a project that takes payments. A secret and a private part are in it, which the privacy filter takes out. */
export const WORK_DAYS: readonly WorkDay[] = [
  {
    day: 13,
    hour: 9,
    who: 'ada',
    agent: 'claude-code',
    goal: 'Find out why some cards are charged twice',
    summary: 'A retry without a key charges again. Next: one key per order.',
    notes: [
      {
        type: 'discovery',
        title: 'The gateway answers a timeout after it has charged',
        content:
          'Seen in 14 of 20,000 calls: the gateway charges, then answers `504`. Our retry charges a second time.\n\n' +
          '- The charge is listed under the order within a second.\n- The answer carries no id of the charge.',
        tags: ['payments', 'gateway'],
      },
      {
        type: 'decision',
        title: 'Retry card payments with an idempotency key',
        content: 'The gateway times out after it has charged. Send the same key on every retry.',
        tags: ['payments', 'retries'],
      },
      {
        type: 'context',
        title: 'How to reach the gateway’s sandbox',
        content:
          'The sandbox takes any card that ends in 4242.\n\n' +
          '```sh\nexport GATEWAY_URL=https://sandbox.example.org\n' +
          'export GATEWAY_API_KEY=sk_live_4eC39HqLyjWDarjtT1zdp7dc\n```\n\n' +
          '<private>The account belongs to Grace.</private>',
        tags: ['gateway', 'setup'],
      },
    ],
  },
  {
    day: 11,
    hour: 13,
    who: 'bob',
    agent: 'codex',
    goal: 'Store amounts so that no cent is lost',
    summary: 'Amounts are integers of minor units now, in the database and in the API.',
    notes: [
      {
        type: 'antipattern',
        title: 'Amounts as floating-point numbers',
        content: '`0.1 + 0.2` is `0.30000000000000004`. A total of 1,000 lines was off by 3 cents.',
        tags: ['money'],
      },
      {
        type: 'pattern',
        title: 'Money is an integer of minor units with its currency',
        content:
          '| amount | currency | means |\n| --- | --- | --- |\n| 1250 | EUR | 12.50 € |\n| 1250 | JPY | ¥1,250 |\n\n' +
          'Never add two amounts of different currencies: the type `Money` refuses it.',
        tags: ['money', 'types'],
      },
      {
        type: 'refactor',
        title: 'One type for money in the whole checkout',
        content: 'Replaced `number` by `Money` in 41 files. The compiler found two real faults.',
        tags: ['money', 'types'],
      },
    ],
  },
  {
    day: 8,
    hour: 10,
    who: 'ada',
    agent: 'claude-code',
    goal: 'Make refunds safe to repeat',
    notes: [
      {
        type: 'task',
        title: 'Refunds need a key of their own',
        content: 'A refund under the key of its payment is answered with the payment.',
        tags: ['payments', 'refunds'],
      },
    ],
  },
  {
    day: 6,
    hour: 15,
    who: 'bob',
    agent: 'gemini',
    goal: 'Speed up the list of orders',
    summary: 'An index on (customer, placed_at) and no more reading of all lines: 900 ms to 12 ms.',
    notes: [
      {
        type: 'bugfix',
        title: 'The list of orders read every line of every order',
        content:
          'The count of lines was made by loading them. Now it is a column:\n\n' +
          '```sql\nALTER TABLE orders ADD COLUMN lines INTEGER NOT NULL DEFAULT 0;\n' +
          'CREATE INDEX orders_by_customer ON orders (customer, placed_at DESC);\n```',
        tags: ['orders', 'speed'],
      },
      {
        type: 'learning',
        title: 'EXPLAIN tells more than a stopwatch',
        content: 'The plan said `SCAN lines`. The stopwatch only said that it was slow.',
        tags: ['speed', 'sql'],
      },
    ],
  },
  {
    day: 2,
    hour: 11,
    who: 'ada',
    agent: 'opencode',
    goal: 'Let customers pay by bank transfer',
    summary: 'Transfers are matched by reference. Open: what to do with one that pays too little.',
    notes: [
      {
        type: 'feature',
        title: 'Pay by bank transfer',
        content:
          'An order waits for its transfer for 7 days. The reference is the short id of the order.',
        tags: ['payments', 'transfers'],
      },
      {
        type: 'decision',
        title: 'A transfer that pays too little is kept, and the customer asked',
        content: 'Sending it back costs more than most differences. Decided with the bookkeepers.',
        tags: ['payments', 'transfers'],
      },
    ],
  },
  {
    day: 0,
    hour: 9,
    who: 'bob',
    agent: 'codex',
    goal: 'Show customers what a refund is waiting for',
    notes: [
      {
        type: 'feature',
        title: 'The page of an order shows the state of its refund',
        content: 'Requested, sent to the bank, arrived. The bank tells us once a day, at 06:00.',
        tags: ['refunds', 'orders'],
      },
    ],
  },
];
