// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import type { JSX } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pageDataId, publishedPagesSetting } from '#domain/page-data.ts';
import type { ShownQuestions } from '#domain/questions/questions.ts';
import { shownStandardQuestions } from '#domain/questions/standard-questions.ts';
import { PageDataContext } from '#web/page-data.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';

const link = (url: string) => ({ kind: 'link', url, text: [{ kind: 'text', text: url }] }) as const;

/** Every kind of block, in an answer about donations. */
const published: ShownQuestions = {
  ...shownStandardQuestions(),
  donations: [
    {
      question: 'May I "give" <more>?',
      answer: [
        { kind: 'heading', level: 1, text: [{ kind: 'text', text: 'Yes' }] },
        {
          kind: 'paragraph',
          text: [
            { kind: 'text', text: "It's " },
            { kind: 'strong', text: [{ kind: 'text', text: 'fine' }] },
            { kind: 'break' },
            { kind: 'text', text: 'a' },
            { kind: 'text', text: '& b' },
            link('/contact'),
            link('https://example.org/'),
          ],
        },
        { kind: 'list', isNumbered: true, items: [[{ kind: 'paragraph', text: [{ kind: 'text', text: 'one' }] }]] },
        { kind: 'quote', blocks: [{ kind: 'paragraph', text: [{ kind: 'emphasis', text: [link('/terms')] }] }] },
        { kind: 'line' },
      ],
    },
  ],
};

/** Loads the page as in a new document. */
async function freshPage(): Promise<JSX.Element> {
  vi.resetModules(); // the modules keep the data of one document
  const { default: FaqPage } = await import('./faq-page.tsx');
  return (
    <RouterAt address="/faq">
      <FaqPage />
    </RouterAt>
  );
}

const dataBlock = `<script type="application/json" id="${pageDataId}" data-address="/faq">${JSON.stringify(published).replaceAll('<', '\\u003c')}</script>`;

const questions = (): (string | null)[] => [...document.querySelectorAll('summary')].map((entry) => entry.textContent);

beforeEach(() => {
  document.head.innerHTML = '';
});

describe('the FAQ', () => {
  test('hydrates the page that the server rendered with published questions', async () => {
    const { default: FaqPage } = await import('./faq-page.tsx');
    const markup = renderToString(
      <PageDataContext value={published}>
        <RouterAt address="/faq">
          <FaqPage />
        </RouterAt>
      </PageDataContext>,
    );
    const root = document.createElement('div');
    document.body.replaceChildren(root);
    document.head.innerHTML = dataBlock;
    root.innerHTML = markup;
    const summary = root.querySelector('#donations summary');
    expect(summary?.textContent).toBe('May I "give" <more>?');
    render(await freshPage(), { container: root, hydrate: true }); // a hydration mismatch logs console.error, which fails the test
    expect(root.querySelector('#donations summary')).toBe(summary);
    expect(root.querySelector('#donations a[href="/contact"]')?.className).toBe('link');
    expect(root.querySelectorAll('#donations details')).toHaveLength(1);
  });

  test('requests the questions for a visitor who comes from another page', async () => {
    document.head.innerHTML = `<meta name="${publishedPagesSetting}" content="/faq" />`;
    vi.stubGlobal('fetch', async () => Response.json({ questions: published }));
    const page = await freshPage();
    await act(async () => void render(page));
    expect(await screen.findByText('May I "give" <more>?')).toBeDefined();
    vi.unstubAllGlobals();
  });

  test('requests nothing if staff have published nothing', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    vi.stubGlobal('fetch', fetch);
    render(await freshPage());
    expect(questions()).toHaveLength(11);
    expect(fetch).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});
