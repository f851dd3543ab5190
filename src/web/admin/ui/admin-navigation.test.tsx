// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rights } from '#domain/staff/rights.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { AdminNavigation } from './admin-navigation.tsx';

const markOfMessages = (address: string): string | null => {
  render(
    <RouterAt address={address}>
      <AdminNavigation rights={rights} />
    </RouterAt>,
  );
  return screen.getByRole('link', { name: 'Messages' }).getAttribute('aria-current');
};

test.each([
  ['/admin/messages', 'page'],
  ['/admin/messages/msg_1', 'true'],
  ['/admin/messages-of-old', null],
  ['/admin', null],
])('at %s, the link to the messages is marked as %s', (address, mark) => {
  expect(markOfMessages(address)).toBe(mark);
});
