/** A step of a session: what the agent does, and what goes between it and the vault. Each line fits into a column. */
interface Step {
  readonly title: string;
  readonly agent: readonly string[];
  readonly vault: readonly string[];
  /** Which of both gives it. */
  readonly from: 'agent' | 'vault';
}

const STEPS: readonly Step[] = [
  {
    title: 'The session starts',
    agent: ['A hook asks for the', 'project of the folder.'],
    vault: ['the last summary,', 'conventions and pins,', 'notes on your changes'],
    from: 'vault',
  },
  {
    title: 'The agent looks',
    agent: ['It searches before it', 'asks or decides.'],
    vault: ['an index of hits first,', 'then the whole notes', 'that it asks for'],
    from: 'vault',
  },
  {
    title: 'The agent acts',
    agent: ['A hook names the file', 'or the command.'],
    vault: ['the note that fits,', 'and whether its code', 'has changed since'],
    from: 'vault',
  },
  {
    title: 'A fact is settled',
    agent: ['The agent saves a note,', 'one fact each.'],
    vault: ['secrets are replaced,', 'the event is synced', 'to disk and chained'],
    from: 'agent',
  },
  {
    title: 'The session ends',
    agent: ['The agent leaves', 'a summary.'],
    vault: ['what was done and', 'learned, and what', 'the agent was told'],
    from: 'agent',
  },
];

const COLORS = {
  light: {
    text: '#17201e',
    soft: '#51605c',
    box: '#ffffff',
    line: '#7f8d89',
    accent: '#0f6b5c',
    on: '#ffffff',
  },
  dark: {
    text: '#e8eeec',
    soft: '#a5b4af',
    box: '#1a211f',
    line: '#74857f',
    accent: '#5ed0b8',
    on: '#06231d',
  },
} as const;

const [WIDTH, HEIGHT] = [960, 336];
const [COLUMN, GAP, LEFT] = [176, 16, 8];
const FONT = 'font-family="system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif"';

/**
 * The life of a session as a picture, in SVG: the agent above, the vault below, and an arrow for each step. All of it is
 * attributes, which need no style sheet. `docs/pictures` has one for light and one for dark pages.
 */
export function sessionPicture(theme: keyof typeof COLORS): string {
  const color = COLORS[theme];
  const steps = STEPS.flatMap(({ title, agent, vault, from }, at) => {
    const x = LEFT + at * (COLUMN + GAP);
    const middle = x + COLUMN / 2;
    const [start, end] = from === 'agent' ? [96, 238] : [238, 96];
    const tip = from === 'agent' ? -7 : 7;
    return [
      `<rect x="${x}" y="8" width="${COLUMN}" height="84" rx="10" fill="${color.box}" stroke="${color.line}"/>`,
      text(x + 12, 32, title, `fill="${color.text}" font-weight="600" font-size="14.5"`),
      ...agent.map((line, i) =>
        text(x + 12, 54 + i * 18, line, `fill="${color.soft}" font-size="13"`),
      ),
      `<path d="M${x + 18} ${start}V${end}m-5 ${tip}l5 ${-tip}l5 ${tip}" fill="none" stroke="${color.accent}" stroke-width="2"/>`,
      ...vault.map((line, i) =>
        text(middle - 56, 150 + i * 18, line, `fill="${color.text}" font-size="13"`),
      ),
    ];
  });
  const [first, last] = [LEFT + 18, LEFT + 4 * (COLUMN + GAP) + 18];
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ${FONT}>`,
    '<title>The life of a session</title>',
    ...steps,
    `<rect x="${LEFT}" y="242" width="${WIDTH - 2 * LEFT}" height="44" rx="10" fill="${color.accent}"/>`,
    text(LEFT + 16, 269, 'Memory Vault', `fill="${color.on}" font-weight="700" font-size="14.5"`),
    text(
      LEFT + 148,
      269,
      'an append-only, hash-chained log in one file: check it yourself, forget anything',
      `fill="${color.on}" font-size="13"`,
    ),
    `<path d="M${last} 288v22H${first}V290m-5 7l5 -7l5 7" fill="none" stroke="${color.accent}" stroke-width="2" stroke-dasharray="5 4"/>`,
    text(
      first + 12,
      328,
      'The next session starts with it, in any agent.',
      `fill="${color.soft}" font-size="13"`,
    ),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

const text = (x: number, y: number, words: string, attributes: string) =>
  `<text x="${x}" y="${y}" ${attributes}>${words}</text>`;
