// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { newsletterSentences } from '#contract/newsletter.ts';
import { jsonAnswer, refusalAnswer, stubServer, type StubAnswers, type StubCall } from '#test/support/stub-server.ts';
import ConfirmPage from './confirm-page.tsx';
import UnsubscribePage from './unsubscribe-page.tsx';

const pageAt = (address: string): JSX.Element => (
  <MemoryRouter initialEntries={[address]}>
    <Routes>
      <Route path="/newsletter/confirm" element={<ConfirmPage />} />
      <Route path="/newsletter/unsubscribe/:token" element={<UnsubscribePage />} />
    </Routes>
  </MemoryRouter>
);

function open(address: string, answers: StubAnswers): StubCall[] {
  const calls = stubServer(answers);
  render(pageAt(address));
  return calls;
}

const title = (): string | null => screen.getByRole('heading', { level: 1 }).textContent;

describe.each([
  {
    address: '/newsletter/confirm#token_1',
    call: 'POST /api/newsletter/confirm',
    button: 'Confirm my subscription',
    done: 'You are subscribed',
    invalid: newsletterSentences.linkInvalid,
  },
  {
    address: '/newsletter/unsubscribe/token_1',
    call: 'POST /api/newsletter/unsubscribe',
    button: 'Unsubscribe',
    done: 'You are unsubscribed',
    invalid:
      'We know no subscription for this link. Please take the link from the latest mail, or write to hello@kindbite.example.',
  },
])('$address', ({ address, call, button, done, invalid }) => {
  const press = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: button }));

  test('stands prerendered with a button that waits', () => {
    expect(renderToString(pageAt(address))).toMatch(
      new RegExp(`<button type="button"[^>]* disabled=""[^>]*>${button}`),
    );
  });

  test('does nothing until its button is pressed, and then says that it is done', async () => {
    const calls = open(address, { [call]: jsonAnswer({}) });
    expect(calls).toEqual([]);
    await press();
    const heading = await screen.findByRole('heading', { name: done });
    expect(document.activeElement).toBe(heading);
    expect(calls).toEqual([{ call, body: { token: 'token_1' } }]);
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  });

  test('says that a link does not work', async () => {
    open(address, { [call]: refusalAnswer(400, newsletterSentences.linkInvalid, 'link_invalid') });
    await press();
    expect(await screen.findByText(invalid)).toBeDefined();
    expect(title()).toBe('This link does not work');
  });

  test.each([
    ['a refusal', refusalAnswer(503, 'Please come back later.'), 'Please come back later.'],
    [
      'a broken connection',
      () => Promise.reject(new TypeError('x')),
      'We could not reach the server. Please try again.',
    ],
  ])('leaves another try after %s', async (_reason, answer, sentence) => {
    open(address, { [call]: answer });
    await press();
    expect(await screen.findByText(sentence)).toBeDefined();
    stubServer({ [call]: jsonAnswer({}) });
    await press();
    expect(await screen.findByText(done)).toBeDefined();
    expect(screen.queryByText(sentence)).toBeNull();
  });
});

test('an address without a token is no link', () => {
  open('/newsletter/confirm', {});
  expect(screen.getByText(newsletterSentences.linkInvalid)).toBeDefined();
  expect(title()).toBe('This link does not work');
});
