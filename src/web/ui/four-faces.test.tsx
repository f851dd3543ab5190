// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FourFaces } from './four-faces.tsx';

type Query = Parameters<typeof FourFaces<number>>[0]['query'];

const asking: Query = { data: undefined, isError: false, isFetching: true, refetch: () => undefined };
const failed: Query = { ...asking, isError: true, isFetching: false };

const faceOf = (query: Query): string | null =>
  render(
    <FourFaces query={query} loading="Loading" failure="It did not come" isEmpty={(data) => data === 0} empty="None">
      {(data) => `There are ${data}`}
    </FourFaces>,
  ).container.textContent;

test.each<[string, Query]>([
  ['Loading', asking],
  ['Loading', { ...asking, isFetching: false }],
  ['Loading', { ...failed, isFetching: true }],
  ['It did not comeTry Again', failed],
  ['None', { ...asking, data: 0 }],
  ['There are 3', { ...asking, data: 3 }],
  ['There are 3', { ...failed, data: 3 }],
])('the face is %j', (face, query) => {
  expect(faceOf(query)).toBe(face);
});

test('another try asks again', () => {
  const refetch = vi.fn<() => void>();
  faceOf({ ...failed, refetch });
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('another try, which takes its button away, leads focus to the heading around it', () => {
  render(
    <main>
      <h1>Page</h1>
      <section>
        <h2>Section</h2>
        <div>
          <FourFaces query={failed} loading="" failure="It did not come">
            {() => null}
          </FourFaces>
        </div>
      </section>
    </main>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Section' }));
});
