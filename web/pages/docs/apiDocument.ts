/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface ApiDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    readonly 'x-service-version'?: string;
  };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly security?: Security;
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: Components;
}

export interface Components {
  readonly schemas?: Readonly<Record<string, Schema>>;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly responses?: Readonly<Record<string, Answer>>;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
}

/** Alternatives of credentials, each with the roles that it needs. An empty one means that none is needed. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

export interface SecurityScheme {
  readonly type: string;
  readonly name?: string;
  readonly description?: string;
}

interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Header {
  readonly description?: string;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface WrittenOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: Security;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

/** An operation with what it shares with others put in. */
export interface Operation {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly security: Security;
  readonly parameters: readonly Parameter[];
  /** By content type. */
  readonly body: readonly (readonly [type: string, media: Media])[];
  /** By status, without `4XX`, which all operations share. */
  readonly answers: readonly (readonly [status: string, answer: Answer])[];
}

/** The status under which a document has what every operation may be refused with. */
export const SHARED_REFUSALS = '4XX';

/** What a reference stands for, or the part itself. Throws for a reference that leads nowhere. */
export function resolved<T extends object>(document: ApiDocument, part: T | Reference): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const found = part.$ref
    .replace(/^#\//, '')
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
  if (typeof found !== 'object' || found === null) throw new Error(`${part.$ref} leads nowhere`);
  // The cast is safe: the kind of a component is part of the reference.
  return found as T;
}

/** All operations of a document, in its order. */
export function operationsIn(document: ApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, written]) => ({
      id: written.operationId,
      method: method.toUpperCase(),
      path,
      tag: written.tags?.[0] ?? '',
      summary: written.summary,
      description: written.description ?? '',
      security: written.security ?? document.security ?? [],
      parameters: (written.parameters ?? []).map((one) => resolved(document, one)),
      body: Object.entries(written.requestBody?.content ?? {}),
      answers: Object.entries(written.responses)
        .filter(([status]) => status !== SHARED_REFUSALS)
        .map(([status, one]) => [status, resolved(document, one)] as const),
    })),
  );
}

/** Who may call an operation, in words. */
export function whoMayCall(security: Security): string {
  if (security.length === 0) return 'Everybody, without a credential';
  const names = new Set(security.flatMap((one) => Object.keys(one)));
  if (names.has('hiveKey')) return 'Other vaults, with a hive key';
  if (security.some((one) => Object.keys(one).length === 0)) return 'Everybody on this vault';
  if (security.some(({ sessionToken }) => sessionToken?.includes('admin')))
    return 'The owner and admins';
  return names.has('adminKey') ? 'Members and the owner' : 'Members';
}
