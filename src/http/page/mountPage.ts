import type { FastifyInstance } from 'fastify';
import { compressedText } from '../answers/compressedText.js';
import type { PageFile } from './pageFiles.js';

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

const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';

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
