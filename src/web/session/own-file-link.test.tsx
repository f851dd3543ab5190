// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { donor, failure, openFor } from '#test/support/web/donor-page.tsx';
import { OwnFileLink, readSignInReason } from './index.ts';

/** Opens a page with a file's link. Returns the requested paths and, for every click, whether the browser downloads the file. */
function openLink(who: 'donor' | 'visitor', userResponse: () => Response) {
  const calls = openFor(
    who,
    <OwnFileLink href="/file.pdf" returnTo="/donation-history" className="link">
      Receipt (PDF)
    </OwnFileLink>,
    { '/api/user': userResponse },
  );
  const downloads: boolean[] = [];
  const link = screen.getByRole('link', { name: 'Receipt (PDF)' });
  link.parentElement?.addEventListener('click', (event) => {
    downloads.push(!event.defaultPrevented);
    event.preventDefault(); // stays in the test
  });
  return { calls, downloads, press: () => userEvent.click(link) };
}

const withoutSession = (): Response =>
  Response.json({ code: 'sign_in_required', message: 'Please sign in.' }, { status: 401 });

test('a guest downloads immediately', async () => {
  const { calls, downloads, press } = openLink('visitor', withoutSession);
  await press();
  expect([calls, downloads.at(-1)]).toEqual([[], true]);
});

test.each([
  ['is signed in', () => Response.json(donor)],
  ['seems to be signed in, because the server cannot be reached', failure],
])('a donor who %s downloads after the session has been checked', async (_who, response) => {
  const { calls, downloads, press } = openLink('donor', response);
  await press();
  await waitFor(() => expect(downloads.at(-1)).toBe(true));
  expect(calls).toEqual(['/api/user']);
});

test('a donor whose session has ended signs in again, and nothing is downloaded', async () => {
  const { downloads, press } = openLink('donor', withoutSession);
  await press();
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  expect(readSignInReason(window.history.state)).toEqual({ returnTo: '/donation-history', hasSessionEnded: true });
  expect(downloads).not.toContain(true);
});
