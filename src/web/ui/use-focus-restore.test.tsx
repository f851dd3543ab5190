// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

/** Starts an action at the button and removes its focus as browsers do. Returns a function that ends the action. */
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

test('a button whose focus the browser drops as soon as it is disabled gets it back too', () => {
  const { rerender } = render(<ActionForm isBusy={false} />);
  const button = screen.getByRole('button');
  button.focus();
  vi.spyOn(button, 'setAttribute').mockImplementation((name, value) => {
    Element.prototype.setAttribute.call(button, name, value);
    if (name !== 'disabled') return;
    vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
    button.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
  rerender(<ActionForm isBusy />);
  expect(document.activeElement).toBe(document.body);
  const focus = vi.spyOn(button, 'focus');
  rerender(<ActionForm isBusy={false} />);
  expect(focus).toHaveBeenCalledOnce();
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
