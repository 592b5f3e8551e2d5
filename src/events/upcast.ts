import { CURRENT_SCHEMA, type VaultEventType } from './vaultEvent.js';

/** Converts the data of one schema to the next. It must be pure. */
export type Upcaster = (data: unknown) => unknown;

/** For example `{ 'observation.saved': { 1: from1to2 } }`. Empty while every type has its first schema. */
const UPCASTERS: Partial<Record<VaultEventType, Record<number, Upcaster>>> = {};

/** True when this release can read events of that type and schema. */
export function isKnown(type: string, schema: number): type is VaultEventType {
  return Object.hasOwn(CURRENT_SCHEMA, type) && schema <= CURRENT_SCHEMA[type as VaultEventType];
}

/** Converts data of an older schema to the current one. Throws when an upcaster is missing. */
export function upcast(
  type: VaultEventType,
  schema: number,
  data: unknown,
  upcasters = UPCASTERS,
  current: Record<string, number> = CURRENT_SCHEMA,
): unknown {
  let upcasted = data;
  for (let from = schema; from < (current[type] ?? from); from++) {
    const step = upcasters[type]?.[from];
    if (!step) throw new Error(`no upcaster takes ${type} from schema ${from} to ${from + 1}`);
    upcasted = step(upcasted);
  }
  return upcasted;
}
