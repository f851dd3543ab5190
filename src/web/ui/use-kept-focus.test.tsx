// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';

function Deed({ isBusy }: { readonly isBusy: boolean }) {
  useKeptFocus(isBusy);
  return (
    <>
      <button type="button" disabled={isBusy}>
        Send
      </button>
      <a href="/elsewhere">Elsewhere</a>
    </>
  );
}

/** Begins a deed at the button, takes its focus as browsers do, and answers how to end the deed. */
function begin(): { readonly end: () => void } {
  const { rerender } = render(<Deed isBusy={false} />);
  screen.getByRole('button').focus();
  rerender(<Deed isBusy />);
  screen.getByRole('link').focus();
  screen.getByRole('link').blur();
  expect(document.activeElement).toBe(document.body);
  return { end: () => rerender(<Deed isBusy={false} />) };
}

test('the button has focus again when the deed is over', () => {
  begin().end();
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

test('who has gone elsewhere meanwhile stays there', () => {
  const deed = begin();
  screen.getByRole('link').focus();
  deed.end();
  expect(document.activeElement).toBe(screen.getByRole('link'));
});

test('a page that begins at rest moves no focus', () => {
  render(<Deed isBusy={false} />);
  expect(document.activeElement).toBe(document.body);
});
