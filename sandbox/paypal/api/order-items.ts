import { z } from 'zod';
import { unprocessable } from '../error.ts';
import { toMinor } from '../money.ts';
import type { PayPalMoney } from '../records.ts';

/** Money in a request. */
export const moneySchema = z.strictObject({ currency_code: z.string().length(3), value: z.string().max(32) });

/** The items of a purchase unit. PayPal cuts a description off after 2,048 characters. */
export const itemsSchema = z.array(
  z.strictObject({
    name: z.string().min(1).max(127),
    unit_amount: moneySchema,
    quantity: z.string().regex(/^[1-9]\d{0,9}$/),
    description: z
      .string()
      .max(4000)
      .transform((text) => text.slice(0, 2048))
      .optional(),
    sku: z.string().max(127).optional(),
    category: z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']).optional(),
  }),
);

/** Throws unless the items add up to `item_total`. */
export function checkItems(
  items: z.infer<typeof itemsSchema>,
  { breakdown, currency_code: currency }: PayPalMoney & { breakdown?: Record<string, PayPalMoney> | undefined },
): void {
  if (items.length === 0) return;
  const itemTotal = breakdown?.['item_total'];
  if (!itemTotal) throw unprocessable('ITEM_TOTAL_REQUIRED', 'If item details are specified, item_total is required.');
  if (items.some(({ unit_amount: amount }) => amount.currency_code !== currency)) {
    throw unprocessable(
      'MULTI_CURRENCY_ORDER',
      'Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.',
    );
  }
  const sum = items.reduce((total, item) => total + toMinor(item.unit_amount) * Number(item.quantity), 0);
  if (sum !== toMinor(itemTotal)) {
    throw unprocessable('ITEM_TOTAL_MISMATCH', 'Should equal sum of (unit_amount * quantity) across all items.');
  }
}
