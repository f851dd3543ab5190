import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { entrySource, loadedFiles, type Manifest } from './manifest.ts';
import { assemblePage } from './page-html.ts';
import { builtPath, rendererFolder, sourcePath, webFolder } from './paths.ts';

/** What the build knows of `entry-server.tsx`, which Node cannot read before it is built. */
interface PageRenderer {
  readonly renderPage: (path: string) => Promise<string>;
  readonly pageRoutes: readonly PageSource[];
  readonly notFoundRoute: PageSource;
}

interface PageSource {
  readonly path: string;
  readonly files: readonly string[];
}

/** Writes every page and the list of them, `build.json`. */
export async function writePages(manifest: Manifest): Promise<void> {
  const renderer = await loadRenderer();
  const style = takeStyle();
  const template = readFileSync(sourcePath('index.html'), 'utf8');
  const write = async (path: string, { files }: PageSource, file: string): Promise<void> => {
    const scripts = loadedFiles(manifest, [entrySource, ...files]);
    const markup = await renderer.renderPage(path);
    writeBuilt(file, assemblePage({ template, markup, style, scripts }));
  };
  const pages = Object.fromEntries(renderer.pageRoutes.map(({ path }) => [path, pageFile(path)]));
  await Promise.all(renderer.pageRoutes.map((page) => write(page.path, page, pageFile(page.path))));
  await write('/404', renderer.notFoundRoute, notFoundFile);
  writeBuilt('build.json', JSON.stringify({ styleHash: hashOf(style), pages, notFound: notFoundFile }, undefined, 2));
  writeBuilt('robots.txt', 'User-agent: *\nAllow: /\nDisallow: /api/\n');
}

const notFoundFile = '404.html';

const pageFile = (path: string): string => join(path.slice(1), 'index.html');

const hashOf = (style: string): string => `sha256-${createHash('sha256').update(style).digest('base64')}`;

async function loadRenderer(): Promise<PageRenderer> {
  const address = pathToFileURL(builtPath(rendererFolder, 'entry-server.js')).href;
  return (await import(address)) as PageRenderer;
}

/** Takes the one sheet out of the build: it travels inside the pages. */
function takeStyle(): string {
  const folder = builtPath(webFolder, 'assets');
  const [sheet, ...others] = readdirSync(folder).filter((name) => name.endsWith('.css'));
  if (sheet === undefined || others.length > 0) throw new Error(`${folder} should hold exactly one sheet`);
  const style = readFileSync(join(folder, sheet), 'utf8').trim();
  rmSync(join(folder, sheet));
  return style;
}

function writeBuilt(file: string, text: string): void {
  const path = builtPath(webFolder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
