// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

test('Escape closes a dialog, and leaving the picker of a file field inside does not', () => {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog isOpen onClose={onClose} title="Edit Coffee">
      <input type="file" aria-label="Picture" />
    </Dialog>,
  );
  screen.getByLabelText('Picture').dispatchEvent(new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});
