import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brand, siteDescription, themeColor } from '#domain/brand.ts';
import { fillFrame } from '#server/http/rendering/fill-frame.ts';
import { rerenderedPaths } from '#server/http/rendering/page-renderer.ts';
import { entrySource, loadedFiles, startSource, type Manifest } from './manifest.ts';
import { pageFiles } from './page-files.ts';
import { assembleFrame } from './page-html.ts';
import { builtPath, newRendererFolder, newWebFolder, publicPath, rendererFile, sourcePath } from './paths.ts';

/** The exports of `entry-server.tsx`. Node can load the module only after it has been built. */
interface PageRenderer {
  readonly renderPage: (path: string) => Promise<string>;
  readonly pageRoutes: readonly { readonly path: string }[];
  readonly notFoundRoute: { readonly path: string };
}

/** Writes every page, and `build.json` with the list of pages. */
export async function writePages(manifest: Manifest): Promise<void> {
  const renderer = await loadRenderer();
  const template = readFileSync(sourcePath('index.html'), 'utf8');
  const [start = ''] = loadedFiles(manifest, [startSource]).scripts;
  const write = async (path: string, route: { readonly path: string }, file: string): Promise<void> => {
    const { scripts, sheets } = loadedFiles(manifest, [entrySource, ...filesOf(route.path)]);
    const markup = await renderer.renderPage(path);
    const frame = assembleFrame({ template, style: sheets.map(readSheet).join(''), sheets, start, scripts });
    writeBuilt(file, fillFrame(frame, { path, markup, publicFolder: publicPath('') }));
    if (rerenderedPaths.includes(path)) writeBuilt(frameFile(path), frame);
  };
  const pages = Object.fromEntries(renderer.pageRoutes.map(({ path }) => [path, pageFile(path)]));
  await Promise.all(renderer.pageRoutes.map((page) => write(page.path, page, pageFile(page.path))));
  await write('/404', renderer.notFoundRoute, notFoundFile);
  const frames = Object.fromEntries(rerenderedPaths.map((path) => [path, frameFile(path)]));
  writeBuilt('build.json', JSON.stringify({ pages, frames, notFound: notFoundFile }, undefined, 2));
  writeBuilt('site.webmanifest', JSON.stringify(siteManifest));
}

function filesOf(path: string): readonly string[] {
  const files = pageFiles.get(path);
  if (!files) throw new Error(`page-files.ts lists no files for ${path}`);
  return files;
}

/** The web app manifest, for devices on which the product is installed. */
const siteManifest = {
  name: brand.name,
  short_name: brand.name,
  description: siteDescription,
  start_url: '/',
  display: 'minimal-ui',
  theme_color: themeColor,
  icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
};

const notFoundFile = '404.html';

const pageFile = (path: string): string => join(path.slice(1), 'index.html');

/** The document of a page that the server renders again when staff publish something for it. */
const frameFile = (path: string): string => join(path.slice(1), 'frame.html');

async function loadRenderer(): Promise<PageRenderer> {
  const address = pathToFileURL(builtPath(newRendererFolder, rendererFile)).href;
  return (await import(address)) as PageRenderer;
}

const readSheet = (file: string): string => readFileSync(builtPath(newWebFolder, file), 'utf8').trim();

function writeBuilt(file: string, text: string): void {
  const path = builtPath(newWebFolder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
