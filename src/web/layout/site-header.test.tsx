// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CountryProvider } from '#web/country/index.ts';
import { createQueryClient } from '#web/query-client.ts';
import { beginSession, forgetSession } from '#web/session/index.ts';
import { donor } from '#test/support/web/donor-page.tsx';
import { jsonResponse, stubServer } from '#test/support/web/stub-server.ts';
import { SiteHeader } from './site-header.tsx';
import { RouterAt } from '#test/support/web/router-at.tsx';

const open = (path = '/about'): void => {
  render(
    <RouterAt address={path}>
      <CountryProvider>
        <SiteHeader />
        <section id="donate" />
      </CountryProvider>
    </RouterAt>,
  );
};

const linksIn = (container: HTMLElement): (string | null)[][] =>
  within(container)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

const links = [
  ['Home', '/'],
  ['Impact', '/impact'],
  ['My Donations', '/donation-history'],
  ['About', '/about'],
];

const donorLinks = [...links.slice(0, 3), ['Rewards', '/rewards'], ['About', '/about']];

beforeEach(() => {
  window.localStorage.clear();
  document.cookie = 'signed_in=; path=/; max-age=0';
});

describe('the header', () => {
  test('shows a visitor five links and Sign In', () => {
    open();
    expect(linksIn(screen.getByRole('navigation', { name: 'Main' }))).toEqual([...links, ['Sign In', '/auth']]);
    expect(screen.queryByRole('link', { name: 'Account' })).toBeNull();
  });

  test('shows a blue Claim Donations link while donations are unclaimed', () => {
    window.localStorage.setItem('anonymous_donations', '[{"id":"don_1","amount":3.5,"mealsProvided":3}]');
    open();
    const claim = screen.getByRole('link', { name: 'Claim Donations' });
    expect(claim.className).toContain('site-link-claim');
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  test.each(['[]', '[{"id":"don_1","amount":3.5,"mealsProvided":3}]'])(
    'shows a donor Rewards and Logout instead of Sign In, with a store of %s',
    (text) => {
      window.localStorage.setItem('anonymous_donations', text);
      document.cookie = 'signed_in=1; path=/';
      const calls = stubServer({});
      open();
      const navigation = screen.getByRole('navigation', { name: 'Main' });
      expect(linksIn(navigation)).toEqual(donorLinks);
      expect(within(navigation).getByRole('button', { name: 'Logout' })).toBeDefined();
      expect(screen.getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/account');
      expect(calls).toEqual([]);
    },
  );

  test.each(['admin', 'staff'])('shows the Admin link only to staff (%s), without fetching the user', (kind) => {
    document.cookie = `signed_in=${kind}.Ab3dEf6h; path=/`;
    const calls = stubServer({});
    open();
    expect(screen.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin');
    expect(calls).toEqual([]);
    const cache = createQueryClient();
    act(() => forgetSession());
    document.cookie = 'signed_in=donor.Zy9xWv7u; path=/';
    act(() => beginSession(cache, donor));
    expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull();
  });

  test('shows Sign In again after logging out', async () => {
    document.cookie = 'signed_in=1; path=/';
    const calls = stubServer({ 'POST /api/logout': jsonResponse({}) });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('link', { name: 'Sign In' });
    expect(calls.map(({ call }) => call)).toEqual(['POST /api/logout']);
    expect(screen.queryByRole('link', { name: 'Rewards' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page'));
  });

  test.each(['[]', 'not JSON', '{}'])('shows Sign In for a store of %s', (text) => {
    window.localStorage.setItem('anonymous_donations', text);
    open();
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeDefined();
  });

  test('has a Donate Now button that scrolls to the form on the home page', async () => {
    const scrolled = vi.fn<() => void>();
    Element.prototype.scrollIntoView = scrolled;
    open('/');
    await userEvent.click(screen.getByRole('link', { name: 'Donate Now' }));
    expect(scrolled).toHaveBeenCalledOnce();
    expect(document.activeElement?.id).toBe('donate');
  });

  test('has a Donate Now button that opens the form from every other page', () => {
    open('/about');
    expect(screen.getByRole('link', { name: 'Donate Now' }).getAttribute('href')).toBe('/#donate');
  });
});

describe('the side menu', () => {
  test('shows the links and the currency, and closes when a link is chosen', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = screen.getByRole('dialog', { name: 'Menu' });
    expect(linksIn(menu)).toEqual([...links, ['Sign In', '/auth']]);
    expect(within(menu).getByLabelText('Country and currency')).toBeDefined();
    await userEvent.click(within(menu).getByRole('link', { name: 'Impact' }));
    expect(menu.hasAttribute('open')).toBe(false);
  });

  test('is rendered while the button is being pressed, and stays rendered when it closes', async () => {
    open();
    const user = userEvent.setup();
    const menu = screen.getByRole('dialog', { hidden: true });
    expect(menu.querySelector('nav')).toBeNull();
    await user.pointer({ keys: '[TouchA>]', target: screen.getByRole('button', { name: 'Menu' }) });
    const rendered = menu.querySelector('nav');
    expect([menu.hasAttribute('open'), rendered?.querySelectorAll('a').length]).toEqual([false, links.length + 1]);
    await user.pointer({ keys: '[/TouchA]' });
    expect([menu.hasAttribute('open'), menu.querySelector('nav')]).toEqual([true, rendered]);
    await user.click(within(menu).getByRole('button', { name: 'Close' }));
    expect([menu.hasAttribute('open'), menu.querySelector('nav')]).toEqual([false, rendered]);
  });

  test('closes when a link is opened in a new tab', async () => {
    open();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = screen.getByRole('dialog', { name: 'Menu' });
    await user.keyboard('{Control>}');
    await user.click(within(menu).getByRole('link', { name: 'Impact' }));
    expect(menu.hasAttribute('open')).toBe(false);
  });

  test('shows a donor’s links and closes on Logout', async () => {
    document.cookie = 'signed_in=1; path=/';
    stubServer({ 'POST /api/logout': jsonResponse({}) });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = screen.getByRole('dialog', { name: 'Menu' });
    expect(linksIn(within(menu).getByRole('navigation', { name: 'Main' }))).toEqual(donorLinks);
    expect(within(menu).getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/account');
    await userEvent.click(within(menu).getByRole('button', { name: 'Logout' }));
    expect(menu.hasAttribute('open')).toBe(false);
    await screen.findByRole('link', { name: 'Sign In' });
  });
});
