import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageDataId } from '#domain/page-data.ts';
import { html } from '../html.ts';
import { fillFrame } from './fill-frame.ts';
import { jsonInScript } from './head-tags.ts';

/** The pages that the server renders again when staff publish something for them, or when their figures change. */
export const rerenderedPaths: readonly string[] = ['/faq', '/impact-report', '/transparency'];

/** A page for React to render with some data, and its address. */
export interface PageToRender {
  readonly path: string;
  /** The path with its query. */
  readonly address: string;
  /** The data that the page shows. The document contains it too, so that the browser renders the same. */
  readonly data: object;
}

/** Returns the page's document. Rejects for a page that is not rendered again. */
export type RenderAgain = (page: PageToRender) => Promise<string>;

/**
 * Creates a renderer that uses the module that the build made for it. The module is loaded when the first page is rendered,
 * because many processes never need it.
 */
export function createPageRenderer(webFolder: string, frames: ReadonlyMap<string, string>): RenderAgain {
  let loading: Promise<RendererModule> | undefined;
  return async ({ path, address, data }) => {
    const frame = frames.get(path);
    if (frame === undefined) throw new TypeError(`the page ${path} is not rendered again`);
    loading ??= loadRenderer(join(webFolder, '../page-renderer/entry-server.js'));
    const markup = await (await loading).renderPage(path, data);
    const filled = fillFrame(frame, { path, markup, publicFolder: webFolder });
    return filled.replace('</head>', () => `${dataBlock(address, data)}\n</head>`);
  };
}

/** A block of data for the page's scripts. Browsers do not run it. */
const dataBlock = (address: string, data: object): string =>
  html`<script type="application/json" id="${pageDataId}" data-address="${address}">${{
    markup: jsonInScript(data),
  }}</script>`.markup;

interface RendererModule {
  readonly renderPage: (path: string, data: object) => Promise<string>;
}

async function loadRenderer(path: string): Promise<RendererModule> {
  const loaded: unknown = await import(pathToFileURL(path).href);
  if (!isRenderer(loaded)) throw new TypeError('the built renderer does not export renderPage; build the pages again');
  return loaded;
}

const isRenderer = (loaded: unknown): loaded is RendererModule =>
  typeof loaded === 'object' && loaded !== null && 'renderPage' in loaded && typeof loaded.renderPage === 'function';
