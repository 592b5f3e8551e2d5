import { isIP } from 'node:net';
import { z } from 'zod';
import { messageOf } from '../diagnostics/diagnostic.js';
import { type Host, isSecure, parseHost } from '../domain/host.js';
import { linearPattern } from '../privacy/patterns/linearPattern.js';
import { PatternRefused } from '../privacy/patterns/patternTree.js';
import { readPolicy, type WitnessPolicy } from '../proof/witnessPolicy.js';
import { readSettingFile } from './settingFile.js';

/**
 * Settings by their names: the default and the meaning of each, as a user reads them, and how it is written. A default that only
 * describes what happens goes with a type that takes undefined.
 */
export type SettingRows = Readonly<Record<`VAULT_${string}`, readonly [string, string, z.ZodType]>>;

/** The values of settings under the names that `Config` has for them: `rateLimit` of VAULT_RATE_LIMIT. */
export type Read<S extends SettingRows> = {
  readonly [K in keyof S & string as Camel<K>]: z.output<S[K & keyof SettingRows][2]>;
};
type Camel<Name extends string> = Name extends `VAULT_${infer Rest}`
  ? Uncapitalize<Words<Rest>>
  : never;
type Words<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Words<First>}${Words<Rest>}`
  : Capitalize<Lowercase<Name>>;

/** Reads settings. What is wrong is added to `problems`, by the name of the setting: then the values are not to be used. */
export function readRows<S extends SettingRows>(
  rows: S,
  given: Readonly<Record<string, string | undefined>>,
  problems: [setting: string | undefined, message: string][],
): Read<S> {
  const values = Object.entries(rows).map(([name, [byDefault, , type]]) => {
    const text = given[name] ?? (type.safeParse(undefined).success ? undefined : byDefault);
    const { data, error } = type.safeParse(text);
    for (const { message } of error?.issues ?? []) problems.push([name, `${name} ${message}`]);
    const camel = name
      .slice(6)
      .toLowerCase()
      .replace(/_(.)/g, (_, first) => first.toUpperCase());
    return [camel, data];
  });
  // The cast is safe: these are the names of the rows, each with what its type gives.
  return Object.fromEntries(values) as Read<S>;
}

/** 1 for yes, 0 for no. */
export const Flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1');

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration with its unit, such as 24h; parsed to milliseconds. */
export const Duration = z
  .string()
  .regex(/^[1-9]\d{0,8}(ms|s|m|h|d)$/, 'must be a number with ms, s, m, h or d, such as 24h')
  // The pattern above allows only these units.
  .transform(
    (text) => Number.parseInt(text, 10) * UNITS[text.replace(/\d+/, '') as keyof typeof UNITS],
  );

/** A whole number. */
export const WholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

/** An address to listen on. `localhost` is one address, the same on every machine: some give ::1 first for this name. */
export const ListenAddress = z
  .string()
  .transform((host) => (host === 'localhost' ? '127.0.0.1' : host));

/** The least severe level that is logged. */
export const LogLevel = z.enum(
  ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
  'must be fatal, error, warn, info, debug, trace or silent',
);

/** An origin, as browsers write it; undefined for `none`. */
export const Origin = z
  .string()
  .refine(
    (text) => text === 'none' || isOrigin(text),
    'must be an origin such as http://localhost:5173, without a path, or none',
  )
  .transform((text) => (text === 'none' ? undefined : text));

/** The address of an issuer of tokens, as it names itself: over HTTPS, or on this machine. */
export const Issuer = z
  .string()
  .refine(
    isIssuer,
    'must be an address such as https://login.example, with https (or http on localhost) and without ? and #',
  );

/** Host names, with or without a port. */
export const Hosts = list(parseHost).refine(
  (hosts): hosts is Host[] => hosts.every((host) => host !== undefined),
  'must be host names such as vault.example or vault.example:8443, comma-separated',
);

/** Addresses or CIDR ranges. */
export const Addresses = list((entry) => entry).refine(
  (entries) => entries.every(isAddressOrRange),
  'must be addresses or CIDR ranges, comma-separated',
);

/** Names of people or agents. */
export const Names = list((entry) => entry).refine(
  (entries) => entries.every((entry) => entry !== '' && entry.length <= 200),
  'must be names of at most 200 characters, comma-separated',
);

function list<T>(read: (entry: string) => T) {
  return z.string().transform((text) => text.split(',').map((entry) => read(entry.trim())));
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  return isSecure(new URL(text));
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    widest > 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= widest))
  );
}

/** The patterns of a file, and its errors. */
interface PrivatePatterns {
  readonly patterns: readonly RegExp[];
  readonly problems: readonly string[];
}

/** Reads a pattern from each line. Blanks around it, empty lines and lines that begin with `#` are left out. */
function readPrivatePatterns(file: string): PrivatePatterns {
  const patterns: RegExp[] = [];
  const problems: string[] = [];
  let text = '';
  try {
    text = readSettingFile(file);
  } catch (error) {
    problems.push(messageOf(error));
  }
  for (const [index, line] of text.split('\n').entries()) {
    const source = line.trim();
    if (source === '' || source.startsWith('#')) continue;
    try {
      patterns.push(linearPattern(source));
    } catch (error) {
      if (!(error instanceof PatternRefused)) throw error;
      problems.push(`line ${index + 1} ${error.message}`);
    }
  }
  return { patterns, problems };
}

/** The path of a policy of witnesses, and what it says. */
export const PolicyFile = z.string().transform((file, ctx): WitnessPolicy => {
  try {
    return readPolicy(readSettingFile(file));
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: messageOf(error) });
    return z.NEVER;
  }
});

/** The path of a file of patterns. All its errors are reported together. */
export const PatternFile = z.string().transform((file, ctx): readonly RegExp[] => {
  const { patterns, problems } = readPrivatePatterns(file);
  for (const message of problems) ctx.addIssue({ code: 'custom', message });
  return patterns;
});
