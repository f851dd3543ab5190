// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { newsletterConsent } from '#contract/newsletter.ts';
import { clearToast, shownToast } from '#test/support/web/shown-toast.ts';
import {
  jsonResponse,
  refusalResponse,
  stubServer,
  type StubResponses,
  type StubCall,
} from '#test/support/web/stub-server.ts';
import { NewsletterForm } from './index.ts';

beforeEach(clearToast);

const call = 'POST /api/subscribe';
const unreachable = {
  title: 'Subscription Error',
  description: 'Unable to connect to our subscription service. Please try again later.',
  tone: 'destructive',
};

function open(responses: StubResponses = { [call]: jsonResponse({}) }): StubCall[] {
  const calls = stubServer(responses);
  render(<NewsletterForm />);
  return calls;
}

const field = (): HTMLInputElement => screen.getByLabelText('Newsletter');
const button = (): HTMLButtonElement => screen.getByRole('button', { name: 'Subscribe' });

async function subscribe(email: string): Promise<void> {
  if (email !== '') await userEvent.type(field(), email);
  await userEvent.click(button());
}

test('the form is prerendered, and sends nothing before hydration', () => {
  const html = renderToString(<NewsletterForm />);
  expect(html).toMatch(/<form [^>]*method="post"/);
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""/);
});

test('the form has a required email field, and says what the visitor agrees to', () => {
  open();
  expect([field().type, field().required, field().form?.noValidate]).toEqual(['email', true, true]);
  expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toBe(newsletterConsent);
});

test.each(['', ' ', 'grace.example.org'])('the address %j is reported as invalid and not sent', async (email) => {
  const calls = open();
  await subscribe(email);
  await waitFor(() =>
    expect(shownToast()).toEqual({
      title: 'Invalid Email',
      description: 'Please enter a valid email address',
      tone: 'destructive',
    }),
  );
  expect(calls).toEqual([]);
  expect(field().value).toBe(email.trim());
});

test('an address is sent, the field is cleared, and a toast explains the next step', async () => {
  const calls = open();
  await subscribe('grace@example.org');
  await waitFor(() => expect(field().value).toBe(''));
  expect(calls).toEqual([{ call, body: { email: 'grace@example.org' } }]);
  expect(shownToast()).toEqual({
    title: 'One More Step',
    description: expect.stringContaining('confirmation link'),
    tone: 'default',
  });
});

test('while the form submits, its button is disabled with a spinner, and nothing is sent twice', async () => {
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
  const calls = open({ [call]: () => response });
  await subscribe('grace@example.org');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect([button().disabled, button().querySelector('.spinner') !== null]).toEqual([true, true]);
  await userEvent.type(field(), '{Enter}');
  respond(jsonResponse({})());
  await waitFor(() => expect(button().disabled).toBe(false));
  expect([calls.length, button().querySelector('.spinner')]).toEqual([1, null]);
});

test.each([
  ['the sentence from the server', refusalResponse(400, 'Too many of them'), 'Too many of them'],
  [
    'the general sentence for a response without one',
    () => new Response('{}', { status: 500 }),
    'There was a problem with your subscription. Please try again.',
  ],
])('a refusal shows %s, and the address stays in the field', async (_how, response, description) => {
  open({ [call]: response });
  await subscribe('grace@example.org');
  await waitFor(() =>
    expect(shownToast()).toMatchObject({ title: 'Subscription Failed', description, tone: 'destructive' }),
  );
  expect(field().value).toBe('grace@example.org');
});

test('a broken connection shows a toast, and the address stays in the field', async () => {
  open({ [call]: () => Promise.reject(new TypeError('Failed to fetch')) });
  await subscribe('grace@example.org');
  await waitFor(() => expect(shownToast()).toEqual(unreachable));
  expect(field().value).toBe('grace@example.org');
});
