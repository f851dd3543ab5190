import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { sentencesOf } from '#domain/report/public-figures.ts';
import { publicUrlPlaceholder } from '#domain/page-placeholders.ts';
import { standardWords } from '#domain/words/words.ts';
import { figuresContent } from '#server/http/page-content.ts';
import { putSettings } from '#server/http/page-settings.ts';
import { loadWebBuild } from '#server/http/pages.ts';
import { wordsContent } from '#server/words/index.ts';
import { readManifest } from '#tools/build/manifest.ts';
import { builtPath } from '#tools/build/paths.ts';
import { buildIfStale } from '#tools/start/builds.ts';

/** Largest sizes in kB (1000 bytes) after brotli. */
const budgetKb = {
  homePage: 110,
  contentPage: 90,
  formPage: 115,
  signedInPage: 105,
  lazyChunk: 25,
  startScript: 0.5,
  document: 10,
  font: 40,
  firstVisit: 150,
} as const;

/** Pages behind the sign-in. Their CSS comes with their scripts. They load toasts only to show one, so toasts do not count. */
const signedInPages = [
  '/account',
  '/donation-history',
  '/impact',
  '/rewards',
  '/admin',
  '/admin/payouts',
  '/admin/payouts/:id',
  '/admin/charities/:id',
  '/admin/accounting',
  '/admin/messages',
  '/admin/review',
  '/admin/donations',
  '/admin/donations/:id',
  '/admin/donors',
  '/admin/donors/:id',
  '/admin/newsletter',
  '/admin/counters',
  '/admin/newsletter/:id',
  '/admin/approvals',
  '/admin/audit-log',
  '/admin/integrations',
  '/admin/rates',
  '/admin/words',
  '/admin/catalogue',
  '/admin/team',
];

/** Pages with a form or a receipt. The home page has its own budget; all others are text. */
const formPages = [
  '/auth',
  '/claim/:id',
  '/confirm-email',
  '/contact',
  '/donation-success',
  '/forgot-password',
  '/paypal-checkout',
  '/payout-received',
  '/reset-password',
  '/team-invitation',
  '/verify',
];

interface Page {
  readonly path: string;
  readonly html: string;
}

/** The notice that the server writes into every page if it has no provider keys. */
const notice = '<p class="test-mode-notice" role="note">Test mode: no real money moves</p>';

const pageSettings = {
  publicUrl: 'http://localhost:3000',
  analyticsId: 'G-123',
};

const contactEmail = 'hello@kindbite.example';

/** These functions put words and settings into a page, as the server does. */
const putWords = wordsContent(0, { ...standardWords, contactEmail }).putInto;
const putDefaults = (html: string): string =>
  putWords(putSettings(html, { ...pageSettings, publicUrl: publicUrlPlaceholder, sandbox: undefined }));

const pages: Page[] = [];

beforeAll(async () => {
  await buildIfStale(['pages']);
  const build: { pages: Record<string, string>; notFound: string } = JSON.parse(readBuilt('build.json'));
  for (const [path, file] of [...Object.entries(build.pages), ['/404', build.notFound]] as const) {
    pages.push({ path, html: putDefaults(readBuilt(file).replace('<!--notices-->', notice)) });
  }
});

describe('the size budget holds', () => {
  test('for all JavaScript of the home page, toasts included', () => {
    const home = pages.filter(({ path }) => path === '/');
    expect(home).toHaveLength(1);
    expect(overBudget(home, scriptKb, budgetKb.homePage)).toEqual([]);
  });

  test('for all JavaScript of a text page, toasts included', () => {
    const texts = pages.filter(({ path }) => !['/', ...formPages, ...signedInPages].includes(path));
    expect(texts.length).toBeGreaterThan(5);
    expect(overBudget(texts, scriptKb, budgetKb.contentPage)).toEqual([]);
  });

  test('for all JavaScript of a page with a form, toasts included', () => {
    const forms = pages.filter(({ path }) => formPages.includes(path));
    expect(forms).toHaveLength(formPages.length);
    expect(overBudget(forms, scriptKb, budgetKb.formPage)).toEqual([]);
  });

  test('for all JavaScript of a page behind the sign-in', () => {
    const signedIn = pages.filter(({ path }) => signedInPages.includes(path));
    expect(signedIn).toHaveLength(signedInPages.length);
    expect(overBudget(signedIn, loadedScriptsKb, budgetKb.signedInPage)).toEqual([]);
  });

  test('for the charts, which no page loads with its own scripts', () => {
    const charts = Object.values(readManifest()).filter(({ file }) => readBuilt(file).includes('chart-plot'));
    const scripts = charts.map(({ file }) => `/${file}`).filter((file) => file.endsWith('.js'));
    expect(scripts).toHaveLength(1);
    expect(scripts.filter((file) => transferKb(file) > budgetKb.lazyChunk)).toEqual([]);
    expect(pages.filter(({ html }) => scripts.some((file) => html.includes(file)))).toEqual([]);
  });

  test('for every chunk that is loaded later', () => {
    const chunks = Object.values(readManifest()).filter(
      ({ file }) => file.endsWith('.js') && !/entry-client|shared/.test(file), // every page loads these two immediately
    );
    expect(chunks.filter(({ file }) => transferKb(`/${file}`) > budgetKb.lazyChunk)).toEqual([]);
  });

  test('for every document, its CSS included', () => {
    expect(overBudget(pages, documentKb, budgetKb.document)).toEqual([]);
  });

  test('for the home document while it shows the public figures', async () => {
    const figures = sentencesOf({ donations: 1_234_567, meals: 9_876_543, amount: money(1_234_567_890, 'USD') });
    const web = loadWebBuild(builtPath('web'), {
      ...pageSettings,
      sandbox: { port: 3001, url: 'http://localhost:3001' },
    });
    const home = web.pages.get('/')?.([wordsContent(0, { ...standardWords, contactEmail }), figuresContent(figures)]);
    const html = home?.plain.toString() ?? '';
    expect(html).toContain(`${figures.hero}</p>`);
    expect(html).toContain(`${figures.community}</p>`);
    expect([...html.matchAll(/<main.*<\/main>/gs)].join('')).not.toContain('hidden=""');
    expect(((await home?.compressed('br'))?.length ?? Infinity) / 1000).toBeLessThanOrEqual(budgetKb.document);
  });

  test('for the font', () => {
    const [font = '', ...others] = pages[0]?.html.match(/\/assets\/[^"')]+\.woff2(?=")/g) ?? [];
    expect(others).toEqual([]);
    expect(transferKb(font)).toBeLessThanOrEqual(budgetKb.font);
  });

  test('for a first visit to the home page in total', () => {
    const home = pages.find(({ path }) => path === '/');
    if (!home) throw new Error('The build has no home page');
    const parts = { document: documentKb(home), scripts: loadedScriptsKb(home), others: othersKb(home), responses: 2 };
    const total = Object.values(parts).reduce((sum, part) => sum + part);
    expect({ ...parts, isWithin: total <= budgetKb.firstVisit }).toMatchObject({ isWithin: true });
  });
});

describe('a page', () => {
  test('loads nothing from other hosts and has no inline script', () => {
    expect(found(/<script(?! type="application\/ld\+json">)(?![^>]*\bsrc="\/assets\/)/g)).toEqual([]);
    expect(found(/<(?:script|img|link(?! rel="canonical"))[^>]*(?:src|href)="(?!\/)[^"]*"/g)).toEqual([]);
  });

  test('that search engines may list has a public address and a picture for link previews, and no other page does', () => {
    const isOpen = ({ html }: Page): boolean => !html.includes('<meta name="robots" content="noindex"');
    const addresses = pages.map(({ path, html }) => [
      path,
      /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
      /<meta property="og:image" content="{public-url}(\/art\/[^"]*)"/.exec(html)?.[1] !== undefined,
    ]);
    expect(addresses).toEqual(
      pages.map((page) => [page.path, ...(isOpen(page) ? [`{public-url}${page.path}`, true] : [undefined, false])]),
    );
    expect(pages.filter(isOpen).map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/about', '/faq']));
  });

  test('has its CSS inline and fetches no style sheet', () => {
    const links = found(/<link rel="stylesheet"[^>]*>/g);
    expect(links.length).toBeGreaterThanOrEqual(pages.length);
    expect(links.filter((tag) => !tag.endsWith(' disabled>'))).toEqual([]);
    const homeRule = '.hero-scene{';
    expect(pages.filter(({ html }) => html.includes(homeRule)).map(({ path }) => path)).toEqual(['/']);
  });

  test('loads one small script before its first paint, and this script loads the others', () => {
    const starts = new Set(pages.map(({ html }) => html.match(/(?<=<script type="module" src=")[^"]+/g)?.join()));
    expect([...starts]).toEqual([expect.stringMatching(/^\/assets\/entry-start-[\w-]+\.js$/)]);
    expect(pages.filter(({ html }) => !/<meta name="scripts" content="\/assets\/entry-client-/.test(html))).toEqual([]);
    expect(found(/<link rel="(?:module)?preload"[^>]*\.js/g)).toEqual([]);
    expect([...starts].filter((start = '') => transferKb(start) > budgetKb.startScript)).toEqual([]);
  });

  test('has one main, one h1, a title and a description', () => {
    const inHead = ['<title>', '<meta name="description"'];
    const inBody = ['<main', '<h1'];
    const countIn = (text: string | undefined) => (tag: string) => (text ?? '').split(tag).length - 1;
    for (const { path, html } of pages) {
      const [head, body] = html.split('</head>'); // the bars of a chart have titles too
      const counts = [...inHead.map(countIn(head)), ...inBody.map(countIn(body))];
      expect([path, ...counts]).toEqual([path, 1, 1, 1, 1]);
    }
  });
});

const found = (pattern: RegExp): string[] =>
  pages.flatMap(({ path, html }) => (html.match(pattern) ?? []).map((tag) => `${path}: ${tag}`));

const overBudget = (list: readonly Page[], sizeKb: (page: Page) => number, limitKb: number): string[] =>
  list.filter((page) => sizeKb(page) > limitKb).map((page) => `${page.path}: ${sizeKb(page)} kB`);

const documentKb = ({ html }: Page): number => brotliCompressSync(html).length / 1000;

const scriptKb = (page: Page): number => loadedScriptsKb(page) + toastKb();

function loadedScriptsKb({ html }: Page): number {
  const addresses = new Set(html.match(/\/assets\/[^" ]+\.js/g));
  return [...addresses].reduce((sum, address) => sum + transferKb(address), 0);
}

function toastKb(): number {
  const region = readManifest()['ui/toast/toast-region.tsx'];
  if (!region) throw new Error('Toasts have no separate chunk');
  return transferKb(`/${region.file}`);
}

/** Returns the size of the preloaded font, the page's pictures, and the snacks' pictures, which come with the catalogue. */
function othersKb({ html }: Page): number {
  const snacks = ['coffee', 'candy-bar', 'smoothie', 'chips', 'salad', 'pastry'].map((name) => `/snacks/${name}.svg`);
  const named = html.match(/\/(?:art\/[a-z-]+\.svg|favicon\.svg|assets\/[^"')]+\.woff2(?="))/g) ?? [];
  return [...new Set([...named, ...snacks])].reduce((sum, address) => sum + transferKb(address), 0);
}

/** Returns the size of a built file over the network: that of its compressed copy, if there is one. */
function transferKb(address: string): number {
  const path = builtPath('web', address);
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size / 1000;
}

function readBuilt(file: string): string {
  return readFileSync(builtPath('web', file), 'utf8');
}
