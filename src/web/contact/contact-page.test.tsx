// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import type { JSX } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { clearToast, shownToast } from '#test/support/web/shown-toast.ts';
import {
  jsonResponse,
  refusalResponse,
  stubServer,
  type StubResponses,
  type StubCall,
} from '#test/support/web/stub-server.ts';
import ContactPage from './contact-page.tsx';
import { RouterAt } from '#test/support/web/router-at.tsx';

beforeEach(clearToast);

const sendCall = 'POST /api/contact';
const failure = {
  title: 'Error Sending Message',
  description:
    'There was a problem sending your message. Please try again later or contact us directly at hello@kindbite.example.',
  tone: 'destructive',
};

const page = (): JSX.Element => (
  <RouterAt address="/contact">
    <ContactPage />
  </RouterAt>
);

function open(responses: StubResponses = { [sendCall]: jsonResponse({}) }): StubCall[] {
  const calls = stubServer(responses);
  render(page());
  return calls;
}

test("the page names the installation's own contact address", () => {
  const meta = document.createElement('meta');
  meta.name = 'contact-email';
  meta.content = 'help@kindbite.org';
  document.head.append(meta);
  open();
  expect(screen.getByRole('link', { name: 'help@kindbite.org' }).getAttribute('href')).toBe('mailto:help@kindbite.org');
  meta.remove();
});

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const press = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
const write = async (texts: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, text] of Object.entries(texts)) await userEvent.type(field(label), text);
};
const textsNow = (): string[] => ['Name', 'Email', 'Subject', 'Message'].map((label) => field(label).value);
const problemOf = (label: string): string | null | undefined =>
  document.getElementById(field(label).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent;

const letter = { Name: 'Grace', Email: 'grace@example.org', Message: 'Hello' };

test('the form is prerendered, and sends nothing before hydration', () => {
  const html = renderToString(page());
  expect(html).toMatch(/<form [^>]*method="post"/);
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Send Message/);
});

test('the page says who reads the message and when to expect a reply', () => {
  open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contact Us');
  expect(screen.getByText(/goes to our team.*reply within 1-2 business days/)).toBeDefined();
});

test('the form has three required fields and an optional subject', () => {
  open();
  const isRequired = ['Name', 'Email', 'Subject', 'Message'].map((label) => field(label).required);
  expect(isRequired).toEqual([true, true, false, true]);
  expect(field('Email').type).toBe('email');
  expect(field('Message').className).toContain('min-h-37.5'); // 150 px
  expect(field('Message').closest('form')?.noValidate).toBe(true);
});

test.each(['Name', 'Email', 'Message'])('a missing %s is reported, and nothing is sent', async (missing) => {
  const calls = open();
  await write({ ...letter, [missing]: ' ' });
  await press();
  expect(shownToast()).toEqual({
    title: 'Missing Information',
    description: 'Please fill out all required fields',
    tone: 'destructive',
  });
  expect(problemOf(missing)).toBe('Required');
  expect(document.activeElement).toBe(field(missing));
  expect(calls).toEqual([]);
});

test('an invalid address has its error under its field', async () => {
  const calls = open();
  await write({ ...letter, Email: 'grace@' });
  await press();
  expect(problemOf('Email')).toBe('Please enter a valid email address');
  expect(calls).toEqual([]);
});

test('a message is sent as written, its sender is thanked by name, and the form is cleared', async () => {
  const calls = open();
  await write({ ...letter, Subject: 'A <b>question</b>' });
  await press();
  await waitFor(() => expect(textsNow()).toEqual(['', '', '', '']));
  const body = {
    name: 'Grace',
    email: 'grace@example.org',
    subject: 'A <b>question</b>',
    message: 'Hello',
    website: '',
  };
  expect(calls).toEqual([{ call: sendCall, body }]);
  expect(shownToast()).toEqual({
    title: 'Message Sent',
    description: "Thank you for contacting us, Grace! We've received your message and will get back to you soon.",
    tone: 'default',
  });
});

test('the form shows that it is sending, and sends once', async () => {
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
  const calls = open({ [sendCall]: () => response });
  await write(letter);
  await press();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sending Message...' });
  expect(button.disabled).toBe(true);
  await userEvent.type(field('Name'), '{Enter}');
  respond(jsonResponse({})());
  await screen.findByRole('button', { name: 'Send Message' });
  expect(calls).toHaveLength(1);
});

test.each([
  ['a refusal', refusalResponse(500, 'Something went wrong')],
  ['a broken connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('the form keeps everything the visitor typed after %s', async (_reason, response) => {
  open({ [sendCall]: response });
  await write({ ...letter, Subject: 'Help' });
  await press();
  await waitFor(() => expect(shownToast()).toEqual(failure));
  expect(textsNow()).toEqual(['Grace', 'grace@example.org', 'Help', 'Hello']);
});

test('the form says that the network has sent too many messages, and keeps everything', async () => {
  const sentence = 'We have received too many messages from your network today. Please try again later.';
  open({ [sendCall]: refusalResponse(429, sentence) });
  await write(letter);
  await press();
  await waitFor(() => expect(shownToast()).toEqual({ ...failure, description: sentence }));
  expect(textsNow()).toEqual(['Grace', 'grace@example.org', '', 'Hello']);
});

test('the form has a honeypot hidden from people, and sends what a bot enters', async () => {
  const calls = open();
  const honeypot = document.querySelector<HTMLInputElement>('[name="website"]')!;
  expect([honeypot.tabIndex, honeypot.autocomplete, honeypot.closest('[aria-hidden="true"]')?.className]).toEqual([
    -1,
    'off',
    'sr-only',
  ]);
  await write(letter);
  honeypot.value = 'https://spam.example';
  await press();
  await waitFor(() => expect(calls).toMatchObject([{ body: { website: 'https://spam.example' } }]));
});
