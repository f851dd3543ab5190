// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { donor, failure, openFor } from '#test/support/web/donor-page.tsx';
import { notStaff, staffOf, withoutSecondFactor } from '#test/support/web/staff.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { callNames, jsonResponse, stubServer } from '#test/support/web/stub-server.ts';
import { ServerData } from '#web/server-data.tsx';
import { AdminPage } from './admin-page.tsx';

const page = (
  <AdminPage
    title="Refunds"
    description="All refunds."
    path="/admin/refunds"
    right="readMoney"
    denial="Only staff can."
  >
    <p>The refunds</p>
  </AdminPage>
);

const openAs = (response: unknown): readonly string[] => openFor('donor', page, { '/api/admin/me': response });
const denial = 'You do not have permission to access this page. Only staff can.';

describe('a page of the admin area', () => {
  test('shows staff its title, its content and the links of the pages that they can open', async () => {
    openAs(staffOf('finance'));
    expect(await screen.findByText('The refunds')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Refunds');
    expect(screen.getByRole('link', { name: 'Needs review' }).getAttribute('href')).toBe('/admin/review');
    expect(screen.queryByRole('link', { name: 'Messages' })).toBeNull();
  });

  test('says whether its menu is open', async () => {
    openAs(staffOf('owner'));
    const button = await screen.findByRole('button', { name: 'Admin menu', expanded: false });
    await userEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  test('is closed to staff without its right, who keep the links of their pages', async () => {
    openAs(staffOf('support'));
    expect(await screen.findByText(denial)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Messages' })).toBeDefined();
    expect(screen.queryByText('The refunds')).toBeNull();
  });

  test('denies a donor access with one heading, its sentence and a link home', async () => {
    openAs(notStaff);
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeDefined();
    expect(screen.getByText(denial)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    expect(screen.queryByText('The refunds')).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('requests only the user if this browser knows the user as a donor', async () => {
    document.cookie = 'signed_in=donor.Ab3dEf6h; path=/';
    const calls = stubServer({ 'GET /api/user': jsonResponse(donor) });
    render(
      <ServerData>
        <RouterAt address="/admin/refunds">{page}</RouterAt>
      </ServerData>,
    );
    expect(await screen.findByText(denial)).toBeDefined();
    expect(callNames(calls)).toEqual(['GET /api/user']);
  });

  test('opens for a donor who has joined the team since, according to the response about the user', async () => {
    document.cookie = 'signed_in=donor.Cd3dEf6h; path=/';
    const joined = (): Response => {
      document.cookie = 'signed_in=admin.Cd3dEf6h; path=/'; // as the server sets it
      return jsonResponse(donor)();
    };
    stubServer({ 'GET /api/user': joined, 'GET /api/admin/me': jsonResponse(staffOf('owner')) });
    render(
      <ServerData>
        <RouterAt address="/admin/refunds">{page}</RouterAt>
      </ServerData>,
    );
    expect(await screen.findByText('The refunds')).toBeDefined();
  });

  test('sends staff without two-step sign-in to their account', async () => {
    openAs(withoutSecondFactor);
    expect((await screen.findByRole('link', { name: 'Go to your account' })).getAttribute('href')).toBe('/account');
    expect(screen.queryByText('The refunds')).toBeNull();
  });

  test('shows an error when the role does not load, and tries again', async () => {
    const calls = openAs(failure);
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(calls.filter((path) => path === '/api/admin/me')).toHaveLength(2);
  });

  test('sends a visitor to sign in', async () => {
    openFor('visitor', page);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  });
});
