// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { donateButton, openDonatePage, snackCard } from '#test/support/web/donate-page.tsx';

test('a visitor can donate if the browser blocks all site data', async () => {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, area, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
  }
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
  const { user, leavePage } = await openDonatePage({ country: 'detected' });
  await user.click(snackCard('Coffee'));
  await waitFor(() => expect(donateButton().textContent).toBe('Donate £3.00'));
  await user.click(donateButton());
  await waitFor(() => expect(leavePage).toHaveBeenCalledExactlyOnceWith('https://pay.example/session'));
});
