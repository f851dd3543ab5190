// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type JSX } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { DataTable, type Column } from './data-table.tsx';

interface Payout {
  readonly id: string;
  readonly amount: string;
}

const columns: readonly Column<Payout>[] = [
  { name: 'Payout', cell: ({ id }) => id, hasLongWords: true },
  { name: 'Amount', cell: ({ amount }) => amount, isFigure: true },
];

const payouts = (count: number): Payout[] =>
  Array.from({ length: count }, (_, at) => ({ id: `p${at}`, amount: `CAD ${at}` }));

const table = (rows: readonly Payout[], more?: { isLoading: boolean; load: () => void }): JSX.Element => (
  <DataTable
    caption="Payouts"
    columns={columns}
    rows={rows}
    keyOf={({ id }) => id}
    empty="No payouts yet."
    more={more}
  />
);

describe('a data table', () => {
  test('names its columns and rows, for cards too', () => {
    render(table(payouts(1)));
    expect(screen.getByRole('table', { name: 'Payouts' })).toBeDefined();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Payout', 'Amount']);
    const name = screen.getByRole('rowheader');
    expect([name.textContent, name.dataset['hasLongWords']]).toEqual(['p0', 'true']);
    const cell = screen.getByRole('cell');
    expect([cell.textContent, cell.dataset['column'], cell.dataset['isFigure']]).toEqual(['CAD 0', 'Amount', 'true']);
  });

  test('says so when it has no rows', () => {
    render(table([]));
    expect(screen.getByText('No payouts yet.')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('loads one page of rows at a time, and has no button when all are shown', async () => {
    const load = vi.fn<() => void>();
    const { rerender } = render(table(payouts(1), { isLoading: true, load }));
    await userEvent.click(screen.getByRole('button', { name: 'Loading…' }));
    expect(load).not.toHaveBeenCalled();
    rerender(table(payouts(1), { isLoading: false, load }));
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(load).toHaveBeenCalledOnce();
    rerender(table(payouts(2)));
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('moves focus to the first new row, because the button may be gone', async () => {
    render(<Growing />);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(document.activeElement).toBe(screen.getByRole('row', { name: /p2/ }));
  });
});

function Growing(): JSX.Element {
  const [count, setCount] = useState(2);
  return table(payouts(count), count === 2 ? { isLoading: false, load: () => setCount(4) } : undefined);
}
