import * as z from 'zod/mini';
import { storedInTab } from '#web/browser-storage.ts';
import type { Payment } from './orders.ts';

/**
 * The order whose capture has been requested, until the capture gets a response. Its payer may not have approved it. It survives
 * a reload, because the page would otherwise offer to pay the same donation again.
 */
const stored = storedInTab('paypal_order');

const unfinishedOrder = z.object({ orderId: z.string(), donation: z.string() });

export const rememberOrder = (payment: Payment, orderId: string): void =>
  stored.write(JSON.stringify({ orderId, donation: textOf(payment) } satisfies z.infer<typeof unfinishedOrder>));

export const forgetOrder = (): void => stored.write(null);

/** Returns the stored order if it is for the same donation. */
export function recallOrder(payment: Payment): string | undefined {
  try {
    const { orderId, donation } = unfinishedOrder.parse(JSON.parse(stored.read() ?? 'null'));
    return donation === textOf(payment) ? orderId : undefined;
  } catch {
    return undefined; // nothing usable is stored
  }
}

const textOf = ({ draft }: Payment): string => JSON.stringify(draft);
