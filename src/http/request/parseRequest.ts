import { z } from 'zod';
import { fieldErrors, issueMessage, rejectionOf } from '../../domain/parse.js';
import type { FieldError } from '../../domain/rejection.js';
import { ALWAYS_ANSWERED, type Route } from '../route.js';
import { misencodedIn } from './query.js';

/** What of a request is parsed. */
interface Sent {
  readonly url: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Parses path, query and body. Throws one `Rejection` with the errors of all three. */
export function parseRequest(route: Route, request: Sent) {
  refuseMisencoded(request.url);
  const params = attempt(route.params, request.params);
  const query = attempt(queryOf(route), request.query);
  const body = attempt(route.body ?? NO_BODY, request.body);
  const errors = [...params.errors, ...query.errors, ...body.errors];
  if (errors.length === 0) return { params: params.data, query: query.data, body: body.data };
  const onlyBody = errors.length === body.errors.length;
  throw rejectionOf(errors, onlyBody ? 'invalid_payload' : 'invalid_parameter');
}

const NO_QUERY = z.strictObject({});
const NO_BODY = NO_QUERY.nullish();

/** Probes of monitoring may add what they like: one that is refused would take a sound service out of use. */
function queryOf({ path, query }: Route): z.ZodType | undefined {
  return ALWAYS_ANSWERED.includes(path) ? query : (query ?? NO_QUERY);
}

/** What is no UTF-8 would be searched for, or kept, as another text than the caller meant. */
function refuseMisencoded(url: string): void {
  const errors = misencodedIn(url).map((name) => ({
    path: `/${name}`,
    message: 'must be percent-encoded UTF-8',
  }));
  if (errors.length > 0) throw rejectionOf(errors, 'invalid_parameter');
}

function attempt(
  schema: z.ZodType | undefined,
  value: unknown,
): { data?: unknown; errors: FieldError[] } {
  if (!schema) return { data: value, errors: [] };
  const result = schema.safeParse(value, { error: issueMessage });
  if (result.success) return { data: result.data, errors: [] };
  return { errors: fieldErrors(result.error) };
}
