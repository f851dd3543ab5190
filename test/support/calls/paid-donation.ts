import type { TestApp } from '../app/start-app.ts';
import { deliver, openIntent, paidMessage } from '../payments/open-intent.ts';

/** Creates a donation that was paid a moment ago. Returns its id. */
export async function paidDonation(app: TestApp): Promise<string> {
  const intent = await openIntent(app);
  await deliver(app, paidMessage(intent, { session: { payment_intent: `pi_${intent.id}` } }));
  return intent.donation_id;
}
