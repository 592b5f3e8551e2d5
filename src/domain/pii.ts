import { isIPv6 } from 'node:net';

/** A text without personal data, and the kinds that were replaced. */
interface PiiRedacted {
  readonly text: string;
  readonly kinds: ReadonlySet<PiiKind>;
}

/** Two rounds are common. The limit keeps the time linear for every text. */
const MAX_ROUNDS = 8;

/** Replaces personal data by its kind, such as `[EMAIL]`. Takes time linear in the length of the text. */
export function redactPii(text: string): PiiRedacted {
  const kinds = new Set<PiiKind>();
  let rest = text;
  // A replacement can uncover another match that was glued to it.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = rest;
    for (const [kind, pattern, holds] of PII_PATTERNS) {
      rest = rest.replace(pattern, (match) => {
        if (holds && !holds(match)) return match;
        kinds.add(kind);
        return `[${kind.toUpperCase()}]`;
      });
    }
    if (rest === before) break;
  }
  return { text: rest, kinds };
}

/** The kinds of personal data: they describe a person or their machine, not the work. */
type PiiKind = 'jwt' | 'email' | 'ip' | 'home' | 'phone';

/** `a::b` is more often a name in a program than an address. */
const isAddress = (match: string) => /\d/.test(match) && isIPv6(match);
/** Whether a match has so many digits. */
const hasDigits = (min: number, max: number) => (match: string) => {
  const digits = match.replace(/\D/g, '').length;
  return digits >= min && digits <= max;
};

/*
 * Each pattern starts at the beginning of a run of its characters or at a literal and matches greedily, so its
 * time is linear in the text. Doubtful matches count as personal data, because this text will leave the vault.
 * A function checks a match where the pattern alone is not enough.
 */
const PII_PATTERNS: readonly (readonly [
  kind: PiiKind,
  pattern: RegExp,
  holds?: (match: string) => boolean,
])[] = [
  ['jwt', /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{2,}(?:\.[\w-]*)?/g],
  ['email', /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu],
  [
    'home',
    /(?<!\w)(?:\/(?:var|export|usr|mnt\/[a-z]|[a-z]))?\/(?:home|Users)\/[^\s/\\:"'`<>|,;()[\]{}]+/g,
  ],
  ['home', /\b[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}[^\s/\\:"'`<>|,;()[\]{}]+/gi],
  [
    'ip',
    /(?<![\w:.])[\da-fA-F:]*:(?:(?:\d{1,3}\.){3}\d{1,3}|[\da-fA-F]{0,4})(?![\w:]|\.\d)/g,
    isAddress,
  ],
  ['ip', /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\w|\.\d)/g],
  ['phone', /(?<![\w+])\+[1-9]\d{0,3}[\d ()./-]{5,22}\d(?!\w)/g, hasDigits(8, 15)],
  ['phone', /(?<![\w.-])\(\d{3}\) ?\d{3}[ .-]\d{4}(?![\w-])/g],
  ['phone', /(?<![\w.-])\d{3}[ .-]\d{3}[ .-]\d{4}(?![\w-]|\.\d)/g],
  ['phone', /(?<![\w.:-])0\d{2,4}[ /-]\d{3,4}[ -]?\d{3,5}(?![\w-])/g, hasDigits(9, 13)],
];
