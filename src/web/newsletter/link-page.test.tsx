// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Switch } from 'wouter';
import { describe, expect, test } from 'vitest';
import { newsletterSentences } from '#contract/newsletter.ts';
import {
  jsonResponse,
  refusalResponse,
  stubServer,
  type StubResponses,
  type StubCall,
} from '#test/support/web/stub-server.ts';
import ConfirmPage from './confirm-page.tsx';
import UnsubscribePage from './unsubscribe-page.tsx';
import { RouterAt } from '#test/support/web/router-at.tsx';

const pageAt = (address: string): JSX.Element => (
  <RouterAt address={address}>
    <Switch>
      <Route path="/newsletter/confirm">
        <ConfirmPage />
      </Route>
      <Route path="/newsletter/unsubscribe/:token">
        <UnsubscribePage />
      </Route>
    </Switch>
  </RouterAt>
);

function open(address: string, responses: StubResponses): StubCall[] {
  const calls = stubServer(responses);
  render(pageAt(address));
  return calls;
}

const title = (): string | null => screen.getByRole('heading', { level: 1 }).textContent;

describe.each([
  {
    address: '/newsletter/confirm#token_1',
    call: 'POST /api/newsletter/confirm',
    button: 'Confirm my subscription',
    done: "You're subscribed",
    invalid: newsletterSentences.linkInvalid,
  },
  {
    address: '/newsletter/unsubscribe/token_1',
    call: 'POST /api/newsletter/unsubscribe',
    button: 'Unsubscribe',
    done: "You're unsubscribed",
    invalid:
      "We couldn't find a subscription for this link. Please use the link in the latest email, or write to hello@kindbite.example.",
  },
])('$address', ({ address, call, button, done, invalid }) => {
  const press = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: button }));

  test('is prerendered with a disabled button', () => {
    expect(renderToString(pageAt(address))).toMatch(
      new RegExp(`<button type="button"[^>]* disabled=""[^>]*>${button}`),
    );
  });

  test('does nothing until its button is pressed, then shows that it is done', async () => {
    const calls = open(address, { [call]: jsonResponse({}) });
    expect(calls).toEqual([]);
    await press();
    const heading = await screen.findByRole('heading', { name: done });
    expect(document.activeElement).toBe(heading);
    expect(calls).toEqual([{ call, body: { token: 'token_1' } }]);
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  });

  test('says that a link does not work', async () => {
    open(address, { [call]: refusalResponse(400, newsletterSentences.linkInvalid, 'link_invalid') });
    await press();
    expect(await screen.findByText(invalid)).toBeDefined();
    expect(title()).toBe('This link does not work');
  });

  test.each([
    ['a refusal', refusalResponse(503, 'Please come back later.'), 'Please come back later.'],
    [
      'a broken connection',
      () => Promise.reject(new TypeError('x')),
      "We couldn't reach the server. Please try again.",
    ],
  ])('can be tried again after %s', async (_reason, response, sentence) => {
    open(address, { [call]: response });
    await press();
    expect(await screen.findByText(sentence)).toBeDefined();
    stubServer({ [call]: jsonResponse({}) });
    await press();
    expect(await screen.findByText(done)).toBeDefined();
    expect(screen.queryByText(sentence)).toBeNull();
  });
});

test('an address without a token shows that the link does not work', () => {
  open('/newsletter/confirm', {});
  expect(screen.getByText(newsletterSentences.linkInvalid)).toBeDefined();
  expect(title()).toBe('This link does not work');
});
