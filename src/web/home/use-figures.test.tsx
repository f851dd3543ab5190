// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { JSX } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Route, Switch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { createQueryClient } from '#web/query-client.ts';
import { jsonResponse } from '#test/support/web/stub-server.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { useFigures } from './use-figures.ts';

const shown = { hero: '12 meals donated', community: 'Donors have given US$4.00 in 4 donations.' };
let calls: string[];

beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    return Promise.resolve(jsonResponse({ shown }, 200)());
  });
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const Figures = (): JSX.Element => <output>{useFigures()?.hero ?? 'hidden'}</output>;

const open = (served: string): void => {
  const before = document.createElement('div');
  before.innerHTML = served;
  document.body.append(before);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterAt address={served === '' ? '/about' : '/'}>
        <Switch>
          <Route path="/">
            <Figures />
          </Route>
        </Switch>
      </RouterAt>
    </QueryClientProvider>,
  );
};

const servedPage = (hidden: string): string =>
  `<div class="hero-text"><h1>Home</h1><p${hidden}>345 meals donated</p></div>
  <section class="impact"><p>Yours</p><div${hidden}><h3>Community Impact</h3><p>Everyone</p></div></section>`;

test('the figures that the server put into the page are shown immediately, without a request', () => {
  open(servedPage(''));
  expect([screen.getByRole('status').textContent, calls]).toEqual(['345 meals donated', []]);
});

test('figures that the server left hidden stay hidden, without a request', () => {
  open(servedPage(' hidden=""'));
  expect([screen.getByRole('status').textContent, calls]).toEqual(['hidden', []]);
});

test('a visitor who comes from another page of the site gets the figures from the server', async () => {
  open('');
  act(() => navigate('/'));
  await screen.findByText(shown.hero);
  expect(calls).toEqual(['/api/public-figures']);
});
