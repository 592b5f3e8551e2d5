import { CURRENT_SCHEMA, type VaultEventType } from './vaultEvent.js';

/** Lifts the data of one schema to the next. Pure: the same data in, the same data out. */
export type Upcaster = (data: unknown) => unknown;

/** `{ 'observation.saved': { 1: from1to2 } }`. Empty while every type is in its first shape. */
const UPCASTERS: Partial<Record<VaultEventType, Record<number, Upcaster>>> = {};

/** True when this release can read events of that type and schema. */
export function isKnown(type: string, schema: number): type is VaultEventType {
  return Object.hasOwn(CURRENT_SCHEMA, type) && schema <= CURRENT_SCHEMA[type as VaultEventType];
}

/** Data of any schema up to the current one, in the current shape. */
export function upcast(
  type: VaultEventType,
  schema: number,
  data: unknown,
  upcasters = UPCASTERS,
  current: Record<string, number> = CURRENT_SCHEMA,
): unknown {
  let lifted = data;
  for (let from = schema; from < (current[type] ?? from); from++) {
    const step = upcasters[type]?.[from];
    if (!step) throw new Error(`no upcaster takes ${type} from schema ${from} to ${from + 1}`);
    lifted = step(lifted);
  }
  return lifted;
}
