// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CountryProvider } from '#web/country/index.ts';
import { createQueryClient } from '#web/query-client.ts';
import { charities, snacks } from '#test/support/web/donate-page.tsx';
import { callNames, jsonResponse, refusalResponse, stubServer } from '#test/support/web/stub-server.ts';
import { prefetchPrices, useCharities, useAreRatesKnown, useSnacks } from './catalogue.ts';

const Names = () => {
  const known = [useSnacks().data?.[0]?.name, useCharities().data?.[0]?.name];
  return <output>{useAreRatesKnown() ? known.join() : 'no rates'}</output>;
};

const renderWith = (cache: ReturnType<typeof createQueryClient>) =>
  render(
    <QueryClientProvider client={cache}>
      <CountryProvider>
        <Names />
      </CountryProvider>
    </QueryClientProvider>,
  );

const listCalls = ['GET /api/snacks', 'GET /api/charities', 'GET /api/rates'];

test('prefetched lists are not fetched again', async () => {
  const calls = stubServer({ 'GET /api/snacks': jsonResponse(snacks), 'GET /api/charities': jsonResponse(charities) });
  const cache = createQueryClient();
  prefetchPrices(cache);
  renderWith(cache);
  await screen.findByText('Coffee,World Pantry');
  expect(callNames(calls)).toEqual(listCalls);
});

test('lists that could not be prefetched are fetched by the part of the page that shows them', async () => {
  stubServer({ 'GET /api/snacks': refusalResponse(503, 'Busy'), 'GET /api/charities': refusalResponse(503, 'Busy') });
  const cache = createQueryClient();
  prefetchPrices(cache);
  await expect.poll(() => cache.isFetching()).toBe(0);
  stubServer({ 'GET /api/snacks': jsonResponse(snacks), 'GET /api/charities': jsonResponse(charities) });
  renderWith(cache);
  await screen.findByText('Coffee,World Pantry');
});
