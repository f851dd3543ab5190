// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { NewslettersResponse } from '#contract/admin/newsletters.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import NewsletterPage from './newsletter-page.tsx';

const draft = {
  id: 'nwl_1',
  subject: 'Spring news',
  status: 'draft',
  updatedAt: '2026-03-04T12:00:00.000Z',
  updatedBy: 'grace',
  startedAt: null,
} as const;

const openAs = (role: StaffRole, response: Partial<NewslettersResponse> = {}) =>
  openFor('donor', <NewsletterPage />, {
    '/api/admin/me': staffOf(role),
    '/api/admin/newsletters': {
      newsletters: [draft],
      subscribers: 2,
      postalAddress: '',
      addressVersion: 0,
      ...response,
    },
  });

test('content staff see the newsletters and the subscribers, and can write', async () => {
  openAs('content');
  const row = (await screen.findByRole('link', { name: 'Spring news' })).closest('tr')!;
  expect(within(row).getByText('Draft')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Spring news' }).getAttribute('href')).toBe('/admin/newsletter/nwl_1');
  expect(screen.getByRole('link', { name: 'Write a newsletter' }).getAttribute('href')).toBe('/admin/newsletter/new');
  expect(await screen.findByText(/^2 confirmed subscribers/)).toBeDefined();
  const link = screen.getByRole('link', { name: 'Download subscribers (CSV)' });
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/api/admin/subscribers.csv', true]);
});

test('the page says that a postal address is missing, or shows it', async () => {
  openAs('content');
  expect(await screen.findByText(/Nothing can be sent before you enter one\./)).toBeDefined();
  openAs('content', { postalAddress: '1 Main Street', addressVersion: 1 });
  expect(await screen.findByText('1 Main Street')).toBeDefined();
});

test('an Auditor reads the page, and can change and download nothing', async () => {
  openAs('auditor');
  expect(await screen.findByRole('link', { name: 'Spring news' })).toBeDefined();
  expect(await screen.findByText(/Nothing can be sent before you enter one\./)).toBeDefined();
  expect(screen.queryByRole('link', { name: /^(Download|Write)/ })).toBeNull();
  for (const name of ['Enter the postal address…', 'Erase a subscriber…'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('the page is closed to a role without the right', async () => {
  openAs('finance');
  expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeDefined();
  expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull();
});
