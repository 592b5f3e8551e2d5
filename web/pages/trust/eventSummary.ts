import type { LogEntry } from 'memory-vault-client';
import { counted, countedKind, shortId } from '../../kit/format.js';

type Data = Readonly<Record<string, unknown>>;

/** What an event is about, in one line of text; empty where its type says all. Nothing is assumed of its data. */
export function eventSummary({ type, data }: Pick<LogEntry, 'type' | 'data'>): string {
  if (!isData(data)) return '';
  const own = BY_TYPE[type]?.(data);
  if (own !== undefined) return own;
  const texts = TELLING.map((name) => data[name]).filter((value) => typeof value === 'string');
  return texts.slice(0, 2).join(' · ');
}

/** Fields that tell what an event is about, the most telling first. */
const TELLING = ['title', 'name', 'goal', 'summary', 'email', 'phase', 'project', 'author'];

const BY_TYPE: Readonly<Record<string, (data: Data) => string>> = {
  'event.redacted': ({ type, position }) => `event ${text(position)}, ${text(type)}`,
  'event.forgotten': ({ position }) => `event ${text(position)}`,
  'vault.purged': ({ filters, matched }) =>
    [counted(number(matched), 'note'), pairs(filters)].filter(Boolean).join(' · '),
  'vault.forgotten': ({ id, of, matched }) =>
    `${of === 'notes' ? 'selected notes' : `a ${text(of)}`}: ${pairsOf(matched)}; receipt ${shortId(text(id))}`,
  'admin.acted': ({ act, detail }) => [text(act), pairs(detail)].filter(Boolean).join(' · '),
  'conventions.published': ({ project, version }) => `${text(project)} · version ${text(version)}`,
  'prompt.saved': ({ name, version }) => `${text(name)} · version ${text(version)}`,
};

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null;
const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));
const number = (value: unknown) => (typeof value === 'number' ? value : 0);

/** `project=checkout type=context` */
function pairs(value: unknown): string {
  if (!isData(value)) return '';
  return Object.entries(value)
    .map(([name, of]) => `${name}=${text(of)}`)
    .join(' ');
}

/** `12 notes, 3 sessions`, without those that are 0. */
function pairsOf(value: unknown): string {
  if (!isData(value)) return '';
  const some = Object.entries(value).filter(([, count]) => number(count) > 0);
  return some.map(([kind, count]) => countedKind(number(count), kind)).join(', ') || 'nothing';
}
