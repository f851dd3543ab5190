import type { Deps } from '#server/deps.ts';
import type { SandboxControl } from '#sandbox/control-client.ts';

/** Where our books and the sandbox's differ over money that went back: nothing, when all is well. */
export async function reversalDifferences({ db }: Pick<Deps, 'db'>, control: SandboxControl): Promise<string[]> {
  const theirs = [
    ...(await control.readBooks()).flatMap((payment) => [
      line(payment.paymentIntentId, 'refund', payment.amountRefundedMinor),
      line(payment.paymentIntentId, 'dispute', payment.amountDisputedMinor),
    ]),
    ...(await control.readCaptures()).map((capture) => line(capture.captureId, 'refund', capture.amountRefundedMinor)),
  ].filter((text) => !text.endsWith(' 0'));
  const rows = await db.read
    .selectFrom('reversals')
    .select(['payment_id', 'kind'])
    .select((e) => e.cast<number>(e.fn.sum('amount_minor'), 'bigint').as('amount_minor'))
    .where('is_standing', '=', 1)
    .groupBy(['payment_id', 'kind'])
    .execute();
  const ours = rows.map((row) => line(row.payment_id, row.kind, row.amount_minor));
  return [
    ...theirs.filter((text) => !ours.includes(text)).map((text) => `gone at the provider, not here: ${text}`),
    ...ours.filter((text) => !theirs.includes(text)).map((text) => `gone here, not at the provider: ${text}`),
  ];
}

const line = (paymentId: string, kind: string, amountMinor: number): string => `${paymentId} ${kind} ${amountMinor}`;

/** What our books say that Stripe holds, in minor units by lower-case currency; currencies of which nothing is left are not named. */
export async function clearingBalance({ db }: Pick<Deps, 'db'>): Promise<Record<string, number>> {
  const rows = await db.read
    .selectFrom('ledger_entries')
    .select('currency')
    .select((e) => e.cast<number>(e.fn.sum('amount_minor'), 'bigint').as('amount_minor'))
    .where('account', '=', 'clearing:stripe')
    .groupBy('currency')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.currency.toLowerCase(), row.amount_minor]));
}
