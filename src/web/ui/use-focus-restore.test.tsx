// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFocusRestore } from './use-focus-restore.ts';

function ActionForm({ isBusy }: { readonly isBusy: boolean }) {
  useFocusRestore(isBusy);
  return (
    <>
      <button type="button" disabled={isBusy}>
        Send
      </button>
      <a href="/elsewhere">Elsewhere</a>
    </>
  );
}

/** Starts an action at the button and removes its focus as browsers do. Returns how to end the action. */
function startAction(): { readonly end: () => void } {
  const { rerender } = render(<ActionForm isBusy={false} />);
  screen.getByRole('button').focus();
  rerender(<ActionForm isBusy />);
  screen.getByRole('link').focus();
  screen.getByRole('link').blur();
  expect(document.activeElement).toBe(document.body);
  return { end: () => rerender(<ActionForm isBusy={false} />) };
}

test('the button gets its focus back when the action ends', () => {
  startAction().end();
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

test('focus that has moved elsewhere stays there', () => {
  const action = startAction();
  screen.getByRole('link').focus();
  action.end();
  expect(document.activeElement).toBe(screen.getByRole('link'));
});

test('a first render moves no focus', () => {
  render(<ActionForm isBusy={false} />);
  expect(document.activeElement).toBe(document.body);
});
