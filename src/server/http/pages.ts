import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ConfigError } from '#server/config/config.ts';
import { isUnchanged } from './entity-tag.ts';
import { bestEncoding, toPage, type Page } from './page-bytes.ts';
import type { PageContent } from './page-content.ts';
import { putSettings, type PageSettings } from './page-settings.ts';
import { createPageRenderer, type RenderAgain } from './rendering/page-renderer.ts';

/** `build.json`, which the web build writes for the server. */
const buildSchema = z.object({
  pages: z.record(z.string(), z.string()),
  frames: z._default(z.record(z.string(), z.string()), {}),
  notFound: z.string(),
});

/** The built pages, in memory. */
export interface WebBuild {
  readonly directory: string;
  readonly pages: ReadonlyMap<string, BuiltPage>;
  /** Paths of the pages that search engines may index. */
  readonly indexablePaths: readonly string[];
  readonly notFound: BuiltPage;
  /** Renders a page with what staff have published for it. */
  readonly renderAgain: RenderAgain;
}

/** Returns a built page with contents filled in. Keeps only the latest page of each variant. */
type BuiltPage = (contents: readonly PageContent[], variant?: string) => Page;

/** Reads a web build and fills this installation's settings into its pages. Throws a ConfigError when there is no build. */
export function loadWebBuild(directory: string, settings: PageSettings): WebBuild {
  const list = join(directory, 'build.json');
  if (!existsSync(list))
    throw new ConfigError(`There are no built pages in ${directory}: run npm run build, or use npm start.`);
  const build = buildSchema.parse(JSON.parse(readFileSync(list, 'utf8')));
  const read = (file: string): string => putSettings(readFileSync(join(directory, file), 'utf8'), settings);
  const documents = Object.entries(build.pages).map(([path, file]) => [path, read(file)] as const);
  const frames = Object.entries(build.frames).map(
    ([path, file]) => [path, readFileSync(join(directory, file), 'utf8')] as const,
  );
  const renderAgain = createPageRenderer(directory, new Map(frames));
  return {
    directory,
    pages: new Map(documents.map(([path, html]) => [path, builtPage(html, settings)])),
    indexablePaths: documents.filter(([, html]) => !noIndexTag.test(html)).map(([path]) => path),
    notFound: builtPage(read(build.notFound), settings),
    renderAgain: async (page) => putSettings(await renderAgain(page), settings),
  };
}

const noIndexTag = /<meta name="robots" content="noindex"/;

function builtPage(html: string, settings: PageSettings): BuiltPage {
  const variants = new Map<string, { readonly key: string; readonly page: Page }>();
  return (contents, variant = '') => {
    let latest = variants.get(variant);
    const key = contents.map((content) => content.key).join('\n');
    if (latest?.key !== key) {
      const filled = contents.reduce((text, { putInto }) => putInto(text), html);
      const isSame = latest?.page.plain.equals(Buffer.from(filled)) === true; // most pages do not contain what has changed
      latest = { key, page: latest && isSame ? latest.page : toPage(filled, settings) };
      variants.set(variant, latest);
    }
    return latest.page;
  };
}

/** Headers that replace the usual ones on single pages, by path. */
export type HeadersOfPages = ReadonlyMap<string, Readonly<Record<string, string>>>;

interface PageSources {
  /** The current contents of all pages. */
  readonly contents: () => readonly PageContent[];
  /** The additional contents of single pages, by path. */
  readonly ownContents: ReadonlyMap<string, OwnContents>;
  readonly headers: HeadersOfPages;
}

/** Finds the contents of a page for a query, in addition to those of all pages. */
export type OwnContents = (query: unknown) => Promise<OwnPage>;

export interface OwnPage {
  /** Filled in before the contents of all pages. */
  readonly contents: readonly PageContent[];
  /** Names the variant of the page that its query selects. There are only a few variants, and each stays in memory. */
  readonly variant?: string;
  readonly status?: 404 | 503;
}

/** Serves pages from memory and files from the build, which are immutable if their name contains a hash. */
export function servePages(app: FastifyInstance, web: WebBuild, { contents, ownContents, headers }: PageSources): void {
  for (const [path, pageOf] of web.pages) {
    const response = { status: 200, headers: headers.get(path) ?? {} } as const;
    const own = ownContents.get(path);
    if (own)
      app.get(path, async (request, reply) => {
        const { contents: first, variant, status = 200 } = await own(request.query);
        return sendPage(request, reply, pageOf([...first, ...contents()], variant), { ...response, status });
      });
    else app.get(path, (request, reply) => sendPage(request, reply, pageOf(contents()), response));
    if (path !== '/') app.get(`${path}/`, redirectWithoutSlash);
    const parent = path.replace(/\/:\w+$/, '');
    if (!web.pages.has(parent)) app.get(`${parent}/`, (_request, reply) => reply.callNotFound()); // an id is never empty
  }
  app.get('/admin/money', (_request, reply) => reply.redirect('/admin', 301)); // the address of the admin area in earlier releases
  app.register(serveFiles, { directory: web.directory });
}

/** Serves the files of a build. Each folder has one route: with one per file, most of the server's routes would be for files. */
async function serveFiles(app: FastifyInstance, { directory }: { readonly directory: string }): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(directory, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  for (const [folder, files] of filesByFolder(directory)) {
    if (folder === '') for (const file of files) app.get(`/${file}`, (_request, reply) => reply.sendFile(file));
    else
      app.get<{ Params: { readonly file: string } }>(`/${folder}/:file`, ({ params: { file } }, reply) =>
        files.has(file) ? reply.sendFile(`${folder}/${file}`) : reply.callNotFound(),
      );
  }
}

/** The files that browsers load by name, without pages and compressed copies. */
function filesByFolder(directory: string): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(?:html|br|gz)$|^build\.json$/.test(entry.name)) continue;
    const folder = relative(directory, entry.parentPath);
    folders.set(folder, (folders.get(folder) ?? new Set()).add(entry.name));
  }
  return folders;
}

/** Sends the not-found page with status 404 (spec-readings, Pages). */
export const sendNotFoundPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { web, contents }: { readonly web: WebBuild; readonly contents: readonly PageContent[] },
): Promise<FastifyReply> => sendPage(request, reply, web.notFound(contents), { status: 404, headers: {} });

/**
 * Redirects to the same path without the slash at its end. Drops what a proxy may put before the path, so that the address
 * stays on this site.
 */
function redirectWithoutSlash({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = '', ...query] = url.replace(/^https?:\/\/[^/]*/, '').split('?');
  return reply.redirect([path.slice(0, -1), ...query].join('?'), 301);
}

interface PageResponse {
  readonly status: 200 | 404 | 503;
  readonly headers: Readonly<Record<string, string>>;
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { status, headers }: PageResponse,
): Promise<FastifyReply> {
  const encoding = bestEncoding(request.headers['accept-encoding'] ?? '');
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag)
    .headers(headers);
  if (status === 503) reply.header('retry-after', '30'); // figures are read again by then
  if (status === 200 && isUnchanged(request, page.etag)) return reply.code(304).send();
  if (!encoding) return reply.send(page.plain);
  return reply.header('content-encoding', encoding).send(await page.compressed(encoding));
}
