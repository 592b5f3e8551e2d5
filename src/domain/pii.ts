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
    for (const { kind, pattern, holds } of PII_PATTERNS) {
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
const PII_KINDS = ['jwt', 'email', 'ip', 'home', 'phone'] as const;
type PiiKind = (typeof PII_KINDS)[number];

/** A pattern that finds data of one kind. */
interface PiiPattern {
  readonly kind: PiiKind;
  readonly pattern: RegExp;
  /** Checks a match where the pattern alone is not enough. */
  readonly holds?: (match: string) => boolean;
}

/*
 * Each pattern starts at the beginning of a run of its characters or at a literal and matches greedily, so its
 * time is linear in the text. Doubtful matches count as personal data, because this text will leave the vault.
 */
const PII_PATTERNS: readonly PiiPattern[] = [
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{2,}(?:\.[\w-]*)?/g },
  {
    kind: 'email',
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu,
  },
  {
    kind: 'home',
    pattern:
      /(?<!\w)(?:\/(?:var|export|usr|mnt\/[a-z]|[a-z]))?\/(?:home|Users)\/[^\s/\\:"'`<>|,;()[\]{}]+/g,
  },
  { kind: 'home', pattern: /\b[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}[^\s/\\:"'`<>|,;()[\]{}]+/gi },
  {
    kind: 'ip',
    pattern: /(?<![\w:.])[\da-fA-F:]*:(?:(?:\d{1,3}\.){3}\d{1,3}|[\da-fA-F]{0,4})(?![\w:]|\.\d)/g,
    // `a::b` is more often a name in a program than an address.
    holds: (match) => /\d/.test(match) && isIPv6(match),
  },
  {
    kind: 'ip',
    pattern:
      /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\w|\.\d)/g,
  },
  {
    kind: 'phone',
    pattern: /(?<![\w+])\+[1-9]\d{0,3}[\d ()./-]{5,22}\d(?!\w)/g,
    holds: (match) => isBetween(digitsOf(match), 8, 15),
  },
  { kind: 'phone', pattern: /(?<![\w.-])\(\d{3}\) ?\d{3}[ .-]\d{4}(?![\w-])/g },
  { kind: 'phone', pattern: /(?<![\w.-])\d{3}[ .-]\d{3}[ .-]\d{4}(?![\w-]|\.\d)/g },
  {
    kind: 'phone',
    pattern: /(?<![\w.:-])0\d{2,4}[ /-]\d{3,4}[ -]?\d{3,5}(?![\w-])/g,
    holds: (match) => isBetween(digitsOf(match), 9, 13),
  },
];

const digitsOf = (text: string) => text.replace(/\D/g, '').length;
const isBetween = (value: number, min: number, max: number) => value >= min && value <= max;
