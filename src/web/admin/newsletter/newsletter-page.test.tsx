// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StaffRole } from '#domain/staff/rights.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import NewsletterPage from './newsletter-page.tsx';

const openAs = (role: StaffRole) => openFor('donor', <NewsletterPage />, { '/api/admin/me': staffOf(role) });

test('content staff can download the subscribers', async () => {
  openAs('content');
  const link = await screen.findByRole('link', { name: 'Download subscribers (CSV)' });
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/api/admin/subscribers.csv', true]);
  expect(screen.getByRole('link', { name: 'Newsletter' }).getAttribute('href')).toBe('/admin/newsletter');
});

test('the page is closed to a role without the right', async () => {
  openAs('finance');
  expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeDefined();
  expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull();
});
