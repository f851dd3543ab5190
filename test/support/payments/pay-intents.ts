import type { DonationIntentRow } from '#server/db/tables.ts';
import type { TestApp } from '../app/start-app.ts';
import { deliver, openIntent } from './open-intent.ts';
import { paidWithPayment } from './reversal-messages.ts';

/** Opens and pays `count` checkouts of a coffee, one after another. */
export async function payIntents(app: TestApp, count: number): Promise<DonationIntentRow[]> {
  const intents: DonationIntentRow[] = [];
  for (let number = 0; number < count; number += 1) {
    const intent = await openIntent(app);
    await deliver(app, paidWithPayment(intent));
    intents.push(intent);
  }
  return intents;
}
