// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { alertLines } from '#domain/staff/alerts/alert-lines.ts';
import { figuresOf } from '#domain/transparency/figures.ts';
import type { Group } from '#domain/transparency/groups.ts';
import type { SelfAudit, TransparencyPage as Shown } from '#domain/transparency/transparency-page.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { describedTerms } from '#test/support/web/donor-page.tsx';
import { PageDataContext } from '#web/page-data.ts';
import TransparencyPage from './transparency-page.tsx';

const group: Group = {
  kind: 'received',
  charity: 6,
  currency: 'CAD',
  firstDay: '2026-03-01',
  lastDay: '2026-03-02',
  donations: 8,
  amountMinor: 40_000,
  serviceFeesMinor: 4000,
  providerFeesMinor: 1500,
  paidOn: '2026-03-20',
};
const groups: readonly Group[] = [
  group,
  { ...group, firstDay: '2026-04-01', lastDay: '2026-04-01', paidOn: null, providerFeesMinor: null },
  { ...group, kind: 'reversed', donations: 5, amountMinor: 2500, serviceFeesMinor: 250, providerFeesMinor: null },
  { ...group, charity: 5, donations: 5, amountMinor: 10_000 },
];
const audit: SelfAudit = { finishedAt: '2026-04-02T12:00:00.000Z', isLate: false, open: [], ended: [] };
const page: Shown = {
  figures: figuresOf(groups),
  fileSha256: '',
  names: [
    { id: 5, name: 'Food banks of Europe' },
    { id: 6, name: 'Food banks of Canada' },
  ],
  audit,
  log: { treeSize: 1234, rootHash: 'ab'.repeat(32), signedAt: '2026-04-02T12:00:20.000Z', keyId: 'cd'.repeat(8) },
};

const show = (shown: Shown): unknown =>
  render(
    <RouterAt>
      <PageDataContext value={shown}>
        <TransparencyPage />
      </PageDataContext>
    </RouterAt>,
  );
const textOf = (name: string): string => screen.getByRole('region', { name }).textContent;
const auditText = (changes: Partial<SelfAudit>): string => {
  show({ ...page, audit: { ...audit, ...changes } });
  return textOf('Do our books agree?');
};

/** Loads the charts first. They then render immediately, as in the server. */
beforeAll(async () => {
  show(page);
  expect(await screen.findAllByRole('img')).toHaveLength(2);
  cleanup();
});
afterEach(cleanup);

describe('/transparency', () => {
  test('shows the sums of a currency', () => {
    show(page);
    expect(describedTerms().slice(0, 6)).toEqual([
      ['Received for charities', 'CA$900.00'],
      ['Refunded or disputed', 'CA$25.00'],
      ['Paid out', 'CA$475.00'],
      ['Owed', 'CA$400.00'],
      ['Service fees', 'CA$117.50'],
      ['Kept by payment providers', 'CA$30.00'],
    ]);
    const text = textOf('Received and paid out');
    expect(text).toContain('reached their charity within 19 days');
    expect(text).toContain('of 13 of these payments');
    expect(text).toContain('Donations up to Apr 1, 2026, in groups of at least 5');
  });

  test('shows each charity in a chart and a table, the largest first', () => {
    show(page);
    const rows = within(screen.getByRole('group', { name: 'By charity, in Canadian dollars' })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Charity', 'Donations', 'Received', 'Refunded', 'Paid out', 'Owed'],
      ['Food banks of Canada', '16', 'CA$800.00', 'CA$25.00', 'CA$375.00', 'CA$400.00'],
      ['Food banks of Europe', '5', 'CA$100.00', 'CA$0.00', 'CA$100.00', 'CA$0.00'],
    ]);
    expect(screen.getByRole('img', { name: 'Food banks of Canada received the most: CA$800.00.' })).toBeTruthy();
  });

  test('shows the months', () => {
    show(page);
    const chart = screen.getByRole('img', { name: 'Received in Canadian dollars, month by month.' });
    expect([...chart.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      'March 2026: CA$500',
      'April 2026: CA$400',
    ]);
  });

  test('says that the books agree', () => {
    expect(auditText({})).toContain('Yes: everything agrees.');
  });

  test('says where the books do not agree, since when, and what was wrong before', () => {
    const one = { kind: 'missing_receipts', sentence: 'March 1, 2026: 1 donation has no receipt.', endedAt: null };
    const text = auditText({
      open: [{ ...one, firstSeenAt: '2026-04-02T09:30:00.000Z' }],
      ended: [
        {
          kind: 'provider_balance',
          sentence: 'Stripe holds a different amount in CAD than our books say.',
          firstSeenAt: '2026-03-01T00:00:00.000Z',
          endedAt: '2026-03-04T00:00:00.000Z',
        },
      ],
    });
    expect(text).toContain('No: 1 disagreement.');
    expect(text).toContain(`${one.sentence} First seen on Apr 2, 2026, 09:30 UTC, open for 2 hours.`);
    expect(text).toContain('than our books say. From Mar 1, 2026, 00:00 UTC, for 3 days.');
    expect(text).not.toContain('Yes');
  });

  test('says that we do not know whether the books agree when the last comparison is old', () => {
    const text = auditText({ isLate: true });
    expect(text).toContain('We do not know');
    expect(text).not.toContain('Yes');
  });

  test('shows the newest head of the log', () => {
    show(page);
    const text = textOf('The public log');
    for (const part of ['1,234', 'Apr 2, 2026, 12:00 UTC', page.log!.rootHash, page.log!.keyId])
      expect(text).toContain(part);
  });

  test('says in each section that there is nothing yet before anything was received', () => {
    show({ ...page, figures: figuresOf([]), audit: null, log: null });
    expect(textOf('Received and paid out')).toContain('There is nothing to show yet');
    expect(textOf('Do our books agree?')).toContain('There has been no comparison yet.');
    expect(textOf('The public log')).toContain('The public log is empty.');
  });
});

test('an alert about a disagreement leads to the self-audit', () => {
  show(page);
  const [line] = alertLines([{ key: 'one', kind: 'disagreements', since: new Date(audit.finishedAt) }]);
  const { pathname, hash } = new URL(line?.path ?? '', 'http://localhost');
  expect([pathname, document.getElementById(hash.slice(1))?.textContent]).toEqual([
    '/transparency',
    'Do our books agree?',
  ]);
});
