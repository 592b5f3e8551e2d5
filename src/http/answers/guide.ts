import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { compressedText } from './compressedText.js';
import { KEPT_FOR_GOOD, PAGE_CSP } from './page.js';

/** Where the guide is served, and the name of what is below it. */
export const GUIDE_PATHS = ['/docs/guide', '/docs/guide/*'] as const;

/** Where the build puts the guide. Seen from here it is the same place for the sources and for what is compiled. */
const BUILT = fileURLToPath(new URL('../../../dist/web/guide/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webp': 'image/webp',
};

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer>;

/**
 * Serves the guide: the pages of the docs as the build made them. It holds nothing of the vault, so everybody may read it. The folder
 * is listed at the first request. A path is looked up in this list and never joined with what a request says.
 */
export function mountGuide(server: FastifyInstance, folder = BUILT): void {
  let listed: ReadonlyMap<string, Answer> = new Map();
  for (const path of GUIDE_PATHS) {
    server.get(path, async (request, reply) => {
      // What was not there may have been built since.
      if (listed.size === 0) listed = answersIn(folder);
      const answer = listed.get(request.url.split('?')[0] ?? '');
      if (answer !== undefined) return answer(request, reply);
      const why =
        listed.size === 0
          ? 'this service was built without the guide: its pages are the files in docs'
          : 'the guide has no such page: see /docs/guide';
      throw new Rejection('not_found', why);
    });
  }
}

/** What answers each path of the guide: `/docs/guide` the index, `/docs/guide/agents` the file `agents.html`. */
function answersIn(folder: string): ReadonlyMap<string, Answer> {
  const [root] = GUIDE_PATHS;
  const answers = new Map<string, Answer>();
  for (const name of filesIn(folder)) {
    const ending = extname(name);
    const contentType = TYPES[ending];
    if (contentType === undefined) continue;
    const path = `${root}/${name.split(sep).join('/')}`.replace(/\.html$/, '');
    const file = join(folder, name);
    // The build puts a hash of its content into the name of the style sheet, and into no other.
    const isHashed = ending === '.css';
    answers.set(path === `${root}/index` ? root : path, answerWith(file, contentType, isHashed));
  }
  return answers;
}

/** None before the guide is built. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** Pictures are compressed already; texts are kept as `compressedText` does. */
function answerWith(file: string, contentType: string, isHashed: boolean): Answer {
  const isText = contentType.includes('charset');
  const text = compressedText(async () => readFileSync(file, 'utf8'));
  return async (request, reply) => {
    const bytes = isText ? await text(request, reply) : readFileSync(file);
    reply.header('content-security-policy', PAGE_CSP).type(contentType);
    // After the file was read: a failure must not be kept for good.
    if (isHashed) reply.header('cache-control', KEPT_FOR_GOOD);
    return bytes;
  };
}
