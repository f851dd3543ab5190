// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { JSX } from 'react';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { Filters, useFilters, type Filter } from './filters.tsx';

const filters: readonly Filter[] = [
  { name: 'search', label: 'Search', kind: 'search' },
  { name: 'from', label: 'From', kind: 'date' },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: [
      { value: '', label: 'All' },
      { value: 'paid', label: 'Paid' },
    ],
  },
];

const Shown = (): JSX.Element => <output>{JSON.stringify(useFilters(filters))}</output>;

const open = (address: string): void => {
  render(
    <RouterAt address={address}>
      <Filters label="Search payouts" filters={filters} />
      <Shown />
    </RouterAt>,
  );
};

const shown = (): string | null => screen.getByRole('status').textContent;
const search = (): HTMLInputElement => screen.getByLabelText('Search');

describe('the filters of a list', () => {
  beforeEach(() => window.history.replaceState(null, '', '/'));

  test('show the values in the address, except unknown ones', () => {
    open('/admin/payouts?search=ada&state=paid&other=1&from=');
    expect([search().value, screen.getByLabelText<HTMLSelectElement>('State').value]).toEqual(['ada', 'paid']);
    expect(shown()).toBe('{"search":"ada","state":"paid"}');
  });

  test('ignore a day that does not exist', () => {
    open('/admin/payouts?search=ada&from=2026-02-31');
    expect(shown()).toBe('{"search":"ada"}');
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('');
  });

  test('apply trimmed text with Enter, and keep it in the address', async () => {
    open('/admin/payouts');
    await userEvent.type(search(), '  ada {Enter}');
    await waitFor(() => expect(shown()).toBe('{"search":"ada"}'));
    expect(window.location.search).toBe('?search=ada');
  });

  test('apply a choice immediately, together with the typed text', async () => {
    open('/admin/payouts');
    await userEvent.type(search(), 'ada');
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Paid');
    await waitFor(() => expect(shown()).toBe('{"search":"ada","state":"paid"}'));
  });

  test('are all removed by Clear, which is shown only if one is chosen', async () => {
    open('/admin/payouts?state=paid');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(shown()).toBe('{}'));
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });

  test('follow the Back button', async () => {
    open('/admin/payouts?search=ada');
    act(() => {
      window.history.replaceState(null, '', '/admin/payouts?search=grace');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await waitFor(() => expect(search().value).toBe('grace'));
  });
});
