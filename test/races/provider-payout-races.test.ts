import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { bookPayouts } from '#server/payments/balances/payouts.ts';
import type { ProviderPayout } from '#server/ports/balances.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

describe('two servers that reconcile on one PostgreSQL at the same time', () => {
  let apps: TwoApps;

  beforeAll(async () => {
    apps = await startTwoApps();
  });
  afterAll(() => apps.close());

  const payouts = (round: number, isReturned: boolean): ProviderPayout[] =>
    Array.from({ length: 5 }, (_, index) => {
      const at = apps.first.clock.now();
      return {
        payoutId: `po_${round}_${index}`,
        amount: money(100 + index, 'CAD'),
        status: isReturned ? 'failed' : 'paid',
        createdAt: at,
        arrivesAt: at,
        movementId: `txn_${round}_${index}`,
        returned: isReturned ? { movementId: `txn_${round}_${index}_back`, at } : undefined,
      };
    });
  const bank = async () => {
    const entries = apps.first.deps.db.read.selectFrom('ledger_entries').select('amount_minor');
    const amounts = (await entries.where('account', '=', 'bank').execute()).map(({ amount_minor: amount }) => amount);
    return { entries: amounts.length, sum: amounts.reduce((sum, amount) => sum + amount, 0) };
  };
  const both = (provider: PaymentProvider, listed: readonly ProviderPayout[]) =>
    Promise.all([apps.first, apps.second].map(({ deps }) => bookPayouts(deps, provider, listed)));
  const rounds = (['stripe', 'paypal'] as const).flatMap((provider) =>
    [0, 1, 2].map((round) => [provider, round] as const),
  );

  test.each(rounds)('book each payout from %s once, and each return once (%d)', async (provider, round) => {
    const before = await bank();
    const [first = 0, second = 0] = await both(provider, payouts(round, false));
    expect(first + second).toBe(5);
    expect(await bank()).toEqual({ entries: before.entries + 5, sum: before.sum + 510 });
    const [firstBack = 0, secondBack = 0] = await both(provider, payouts(round, true));
    expect(firstBack + secondBack).toBe(5);
    expect(await bank()).toEqual({ entries: before.entries + 10, sum: before.sum });
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });
});
