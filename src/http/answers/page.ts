import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { compressedText } from './compressedText.js';

/**
 * What the page may do. Nothing comes from elsewhere and nothing is inline; scripts can only come from files, and a text
 * cannot become one (Trusted Types). Nobody may frame it. `data:` is for its icon.
 */
export const PAGE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ');

/** For a file whose name changes with its content. */
export const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';

/** Serves the page. Each file is read and compressed when it is first asked for, and kept in memory from then on. */
export function mountPage(server: FastifyInstance, files: readonly PageFile[]): void {
  for (const { path, contentType, isHashed, read } of files) {
    const answer = compressedText(async () => read());
    server.get(path, async (request, reply) => {
      const bytes = await answer(request, reply);
      // After the file was read: a failure must not be kept for good.
      reply.header('content-security-policy', PAGE_CSP).type(contentType);
      if (isHashed) reply.header('cache-control', KEPT_FOR_GOOD);
      return bytes;
    });
  }
}

/** A file of the page, which everybody may get: it holds nothing of the vault. */
export interface PageFile {
  /** Where it is served. No other spelling of the path leads to it. */
  readonly path: `/${string}`;
  readonly contentType: string;
  /** True when its name changes with its content, so that browsers may keep it for good. */
  readonly isHashed: boolean;
  readonly read: () => string;
}

/** Where the build puts the page. Seen from here it is the same place for the sources and for what is compiled. */
const BUILT = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The files of the built page: the document at `/` and `/docs`, and what it loads. None before the page is built. */
export function pageFiles(folder = BUILT): readonly PageFile[] {
  if (!existsSync(join(folder, 'index.html'))) return [];
  const document = {
    contentType: 'text/html; charset=utf-8',
    isHashed: false,
    read: () => readFileSync(join(folder, 'index.html'), 'utf8'),
  };
  const assets = readdirSync(join(folder, 'assets')).flatMap((name): PageFile[] => {
    const contentType = TYPES[extname(name)];
    if (contentType === undefined) return [];
    const read = () => readFileSync(join(folder, 'assets', name), 'utf8');
    return [{ path: `/assets/${name}`, contentType, isHashed: true, read }];
  });
  return [{ path: '/', ...document }, { path: '/docs', ...document }, ...assets];
}
