// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { newslettersSentences } from '#contract/admin/newsletters.ts';
import { shownToast } from '#test/support/web/shown-toast.ts';
import {
  jsonResponse,
  mutatingCalls,
  refusalResponse,
  stubServer,
  type StubResponses,
  type StubCall,
} from '#test/support/web/stub-server.ts';
import { createQueryClient } from '#web/query-client.ts';
import { EraseSubscriber } from './erase-subscriber.tsx';

const path = 'POST /api/admin/subscribers/erase';

async function erase(response: StubResponses[string]): Promise<readonly StubCall[]> {
  const calls = stubServer({ [path]: response });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <EraseSubscriber />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Erase a subscriber…' }));
  await userEvent.type(screen.getByLabelText('Email address'), 'lin@example.org');
  await userEvent.type(screen.getByLabelText('Reason'), 'Asked by email');
  await userEvent.click(screen.getByRole('button', { name: 'Erase' }));
  return calls;
}

test('the dialog erases the address with a reason, and a message says so', async () => {
  const calls = await erase(jsonResponse({}));
  await waitFor(() => expect(shownToast()).toMatchObject({ title: 'The subscriber has been erased.' }));
  expect(mutatingCalls(calls)).toEqual([{ call: path, body: { email: 'lin@example.org', reason: 'Asked by email' } }]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the dialog says that an address is unknown, and keeps what was typed', async () => {
  await erase(refusalResponse(404, newslettersSentences.subscriberUnknown, 'not_found'));
  expect(await screen.findByText(newslettersSentences.subscriberUnknown)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('lin@example.org');
});
