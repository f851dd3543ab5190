import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brand } from '#domain/brand.ts';
import { publicPath, sourcePath } from '../build/paths.ts';

/** The preview picture of one page. */
export interface Preview {
  /** The page's path without the leading slash. */
  readonly page: string;
  /** Two lines of text, the second one in the strong color. */
  readonly lines: readonly [string, string];
  /** Files of `public/art`, side by side. */
  readonly art: readonly string[];
}

/** The pages with their own picture; all others use `og.png`. */
export const previews: readonly Preview[] = [
  { page: 'about', lines: ['Who we are,', 'and our two rules.'], art: ['bowl', 'loaf'] },
  { page: 'faq', lines: ['Good questions,', 'plain answers.'], art: ['fork-question'] },
  { page: 'impact-report', lines: ['A year of snacks,', 'added up.'], art: ['step-choose', 'bowl'] },
];

const { resolve } = createRequire(import.meta.url);

/** The picture as an HTML document, with everything inlined. */
export const previewHtml = ({ lines: [first, second], art }: Preview): string => `<!doctype html>
<style>
  @font-face { font-family: Nunito; font-weight: 200 1000; src: url(${dataOf(fontFile, 'font/woff2')}); }
  :root { ${tokens()} }
  body { display: grid; grid-template-columns: 35rem 1fr; align-items: center; box-sizing: border-box; width: 1200px;
    height: 630px; margin: 0; padding: 0 4.5rem; color: var(--color-on-brand); background: var(--color-tint);
    font: 800 4rem/1.3 Nunito; letter-spacing: -0.02em; white-space: nowrap; }
  .name { display: flex; gap: 1.25rem; align-items: center; margin-bottom: 3.5rem; font-size: 3.5rem; }
  .name img { width: 4.75rem; }
  b { color: var(--color-brand-strong); }
  .rule { width: 5.5rem; height: 0.5rem; margin-top: 2.5rem; background: var(--color-brand); border-radius: 1rem; }
  .table { position: relative; display: flex; gap: 1rem; align-items: end; justify-content: center; margin-top: 4rem; padding: 0 1rem 3rem; }
  .table::before { position: absolute; inset: -5rem 1rem 2.25rem; background: var(--color-tint-strong);
    border-radius: 48% 52% 12% 14% / 60% 56% 8% 10%; content: ''; }
  .table::after { position: absolute; inset: auto 0 2rem; height: 2.25rem; background: var(--color-cream);
    border-radius: 50%; content: ''; }
  .table img { position: relative; z-index: 1; width: ${art.length > 1 ? 14 : 22}rem; }
</style>
<main>
  <div class="name"><img src="${dataOf(publicPath('/favicon.svg'), 'image/svg+xml')}">${brand.name}</div>
  <div>${first}</div><b>${second}</b>
  <div class="rule"></div>
</main>
<div class="table">
  ${art.map((name) => `<img src="${dataOf(publicPath(`/art/${name}.svg`), 'image/svg+xml')}">`).join('\n  ')}
</div>`;

const fontFile = resolve('@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2');

const dataOf = (file: string, type: string): string => `data:${type};base64,${readFileSync(file).toString('base64')}`;

/** The product's colors, from the file that defines them. */
const tokens = (): string =>
  (readFileSync(sourcePath('styles/tokens.css'), 'utf8').match(/--color-[\w-]+:[^;]+;/g) ?? []).join(' ');
