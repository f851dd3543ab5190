import { parseConfig, type Environment } from '#server/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Deps } from '#server/deps.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { lazyMails } from '#server/mail/load-mails.ts';
import { createLog } from '#server/log.ts';
import { systemRandom } from '#server/random.ts';
import { createPayPalProvider, createStripeProvider, type CardProvider } from '#server/payments/index.ts';

/** Address of the product under load, as its donors would see it. */
export const siteOrigin = 'https://donate.example';

/** Secret that the benchmark's webhooks are signed with. */
export const webhookSecret = 'whsec_bench';

/** Settings of a production server behind TLS. Only the limit on calls from one address is lifted: all load comes from here. */
export const productionSettings: Environment = {
  NODE_ENV: 'production',
  PUBLIC_URL: siteOrigin,
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  RATE_LIMIT_FACTOR: '1000000',
};

/** The product's dependencies as its own start makes them; the logger writes to standard output, a file here. */
export function productionDeps(environment: Environment): Deps {
  const config = parseConfig({ ...productionSettings, ...environment });
  const log = createLog(config);
  if (!config.stripe) throw new Error('the settings above have keys');
  const cards = createStripeProvider(config.stripe);
  return {
    config,
    db: openDatabase(config, (error) => log.error({ err: error }, 'an idle database connection died')),
    cards: config.stripe.apiBase ? cards : instantCards(cards), // somebody answers, or nobody does
    paypal: config.paypal && createPayPalProvider(config.paypal),
    mail: undefined, // no request sends or writes one
    renderMail: lazyMails(),
    clock: { now: () => new Date() },
    random: systemRandom(),
    log,
    metrics: createMetrics(true),
  };
}

/** A provider in this process that opens every checkout at once. Webhooks are read by the product's own adapter. */
const instantCards = (adapter: CardProvider): CardProvider => ({
  ...adapter,
  openCheckout: async ({ intentId, expiresAt }) => ({ code: 'opened', ...openedSession(intentId), expiresAt }),
});

/** What opening a checkout answers, in the product and in the bare server alike. */
export const openedSession = (intentId: string) => ({
  sessionId: `cs_test_${intentId}`,
  url: `https://pay.example/c/${intentId}`,
});
