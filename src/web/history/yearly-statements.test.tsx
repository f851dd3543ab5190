// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { failure, openFor } from '#test/support/web/donor-page.tsx';
import { YearlyStatements } from './yearly-statements.tsx';

const open = (response: unknown) => openFor('donor', <YearlyStatements />, { '/api/statements': response });
const files = async () =>
  (await screen.findAllByRole('link')).map((link) => [
    link.textContent,
    link.getAttribute('href'),
    link.hasAttribute('download'),
  ]);

test('the latest year comes first, and its files are a PDF and a table', async () => {
  open({ years: [2026, 2024] });
  expect(await files()).toEqual([
    ['Download PDF of 2026', '/api/statements/2026/statement.pdf', true],
    ['Download CSV of 2026', '/api/statements/2026/donations.csv', true],
  ]);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['2026', '2024']);
});

test('another year can be chosen', async () => {
  open({ years: [2026, 2024] });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Year' }), '2024');
  expect((await files()).map(([, href]) => href)).toEqual([
    '/api/statements/2024/statement.pdf',
    '/api/statements/2024/donations.csv',
  ]);
});

test('the page says that a statement is not a tax receipt', () => {
  open({ years: [2026] });
  expect(screen.getByText(/It is not a tax receipt\.$/)).toBeDefined();
});

test('the page says when the years could not be loaded', async () => {
  open(failure);
  expect((await screen.findByRole('alert')).textContent).toContain("We couldn't load the years of your donations.");
});

test('without donations there is nothing to choose', async () => {
  open({ years: [] });
  expect(await screen.findByText('There are no donations to list yet.')).toBeDefined();
  expect(screen.queryByRole('combobox')).toBeNull();
});
