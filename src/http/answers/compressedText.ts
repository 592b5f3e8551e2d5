import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { AnswerHead, Asked } from '../route.js';

type Coding = 'br' | 'gzip' | 'identity';

/**
 * Answers with a long text that is the same for everybody. The first request makes and compresses it, the latter beside the
 * event loop; from then on it is kept in each coding.
 */
export function compressedText(make: () => Promise<string>) {
  const made = madeOnce(async () => inEachCoding(await make()));
  return async ({ headers }: Pick<Asked, 'headers'>, reply: AnswerHead): Promise<Buffer> => {
    // Before the headers: what is said of a failure has no coding.
    const bytes = await made();
    const coding = acceptedCoding(headers['accept-encoding']);
    const vary = reply.getHeader('vary');
    reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return bytes[coding];
  };
}

async function inEachCoding(text: string): Promise<Readonly<Record<Coding, Buffer>>> {
  const identity = Buffer.from(text);
  const [br, zipped] = await Promise.all([
    promisify<Buffer, Buffer>(brotliCompress)(identity),
    promisify<Buffer, Buffer>(gzip)(identity),
  ]);
  return { br, gzip: zipped, identity };
}

/** The smallest coding that an `Accept-Encoding` header allows (RFC 9110, section 12.5.3). */
function acceptedCoding(header: string | string[] = ''): Coding {
  const weights = new Map(
    String(header)
      .toLowerCase()
      .split(',')
      .map((one) => {
        const [name = '', weight = 'q=1'] = one.split(';').map((part) => part.trim());
        return [name, Number(weight.replace(/^q=/, ''))];
      }),
  );
  const accepts = (coding: Coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** What the first call makes, for all calls. What could not be made is not kept: the next call makes it anew. */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
