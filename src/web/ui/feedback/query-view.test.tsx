// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { QueryView } from './query-view.tsx';

type Query = Parameters<typeof QueryView<number>>[0]['query'];

const loading: Query = { data: undefined, isError: false, refetch: () => undefined };
const failed: Query = { ...loading, isError: true };

const show = (query: Query): string | null =>
  render(
    <QueryView query={query} loading="Loading" failure="It did not load" isEmpty={(data) => data === 0} empty="None">
      {(data) => `There are ${data}`}
    </QueryView>,
  ).container.textContent;

test.each<[string, Query]>([
  ['Loading', loading],
  ['It did not loadTry Again', failed],
  ['None', { ...loading, data: 0 }],
  ['There are 3', { ...loading, data: 3 }],
  ['There are 3', { ...failed, data: 3 }],
])('shows %j', (text, query) => {
  expect(show(query)).toBe(text);
});

test('Try Again refetches the query', () => {
  const refetch = vi.fn<() => void>();
  show({ ...failed, refetch });
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('Try Again moves focus to the heading around it, because its button disappears', () => {
  render(
    <main>
      <h1>Page</h1>
      <section>
        <h2>Section</h2>
        <div>
          <QueryView query={failed} loading="" failure="It did not load">
            {() => null}
          </QueryView>
        </div>
      </section>
    </main>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Section' }));
});

test('a failed query shows as loading while it is refetched', async () => {
  let response = Promise.reject<number>(new Error('no connection'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function View() {
    const query = useQuery({ queryKey: ['count'], queryFn: () => response }, client);
    return (
      <QueryView query={query} loading="Loading" failure="It did not load">
        {(data) => `There are ${data}`}
      </QueryView>
    );
  }
  const { container } = render(<View />);
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  response = new Promise(() => {});
  fireEvent.click(retry);
  await waitFor(() => expect(container.textContent).toBe('Loading'));
});
