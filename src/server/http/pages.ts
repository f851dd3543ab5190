import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '#server/config.ts';
import { entityTag, isUnchanged } from './entity-tag.ts';

/** What the web build leaves for the server beside its files. */
const buildSchema = z.object({ styleHash: z.string(), pages: z.record(z.string(), z.string()), notFound: z.string() });

/** The built web pages: every page in memory, with its notices and both compressions. */
export interface WebBuild {
  readonly directory: string;
  readonly styleHash: string;
  readonly pages: ReadonlyMap<string, Page>;
  readonly notFound: Page;
}

interface Page {
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}

/** Reads a web build and puts the notices of this installation into its pages. Throws when the build is not there. */
export function loadWebBuild(directory: string, config: Pick<Config, 'sandbox'>): WebBuild {
  const build = buildSchema.parse(JSON.parse(readFileSync(join(directory, 'build.json'), 'utf8')));
  const read = (file: string): Page =>
    toPage(readFileSync(join(directory, file), 'utf8').replace('<!--notices-->', noticesOf(config)));
  return {
    directory,
    styleHash: build.styleHash,
    pages: new Map(Object.entries(build.pages).map(([path, file]) => [path, read(file)])),
    notFound: read(build.notFound),
  };
}

const noticesOf = (config: Pick<Config, 'sandbox'>): string =>
  config.sandbox ? '<aside class="test-mode-notice" aria-label="Test mode">Test mode: no real money moves</aside>' : '';

function toPage(html: string): Page {
  const plain = Buffer.from(html);
  return { etag: entityTag(plain), plain, gzip: gzipSync(plain, { level: 9 }), brotli: brotliCompressSync(plain) };
}

/** Headers of single pages, by their path, in place of those that every answer has. */
export type HeadersOfPages = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Serves pages from memory, files from the build (immutable when their name carries a hash), and the not-found page as a real 404. */
export function servePages(app: FastifyInstance, web: WebBuild, ownHeaders: HeadersOfPages): void {
  for (const [path, page] of web.pages) {
    const headers = ownHeaders.get(path) ?? {};
    app.get(path, (request, reply) => sendPage(request, reply.headers(headers), page, 200));
  }
  app.register(fastifyStatic, {
    root: web.directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '**/build.json'],
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(web.directory, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
}

/** The not-found page, for paths that are no page (rulings: with status 404). */
export const sendNotFoundPage = (request: FastifyRequest, reply: FastifyReply, web: WebBuild): FastifyReply =>
  sendPage(request, reply, web.notFound, 404);

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, status: 200 | 404): FastifyReply {
  const encoding = bestEncoding(request.headers['accept-encoding'] ?? '');
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  if (status === 200 && isUnchanged(request, page.etag)) return reply.code(304).send();
  if (encoding === 'br') return reply.header('content-encoding', 'br').send(page.brotli);
  return encoding === 'gzip' ? reply.header('content-encoding', 'gzip').send(page.gzip) : reply.send(page.plain);
}

/** The smallest form that the caller takes; a weight of zero says that it does not. */
function bestEncoding(accepted: string): 'br' | 'gzip' | undefined {
  const codings = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.replaceAll(' ', ''))
    .filter((part) => !/;q=0(\.0*)?$/.test(part))
    .map((part) => part.replace(/;.*$/, ''));
  if (codings.includes('br')) return 'br';
  return codings.includes('gzip') ? 'gzip' : undefined;
}
