import { setTimeout as pause } from 'node:timers/promises';
import { createPasswordQueue } from '#server/auth/index.ts';
import { parseConfig, type Environment } from '#server/config/config.ts';
import { currentMailWords } from '#server/current-words.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Deps } from '#server/deps.ts';
import { createEncryption } from '#server/secrets/encryption.ts';
import { createMetrics } from '#server/http/operations/metrics.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { systemRandom } from '#server/ids.ts';
import { lastRunFile } from '#server/disk/last-run-file.ts';
import { temporaryFiles } from '#server/disk/temporary-files.ts';
import { lazyMails } from '#server/mail/load-mails.ts';
import { createLog } from '#server/log.ts';
import { createPublished } from '#server/published.ts';
import { createPdfWriter } from '#server/pdf/pdf-writer.ts';
import { createPayPalProvider, createStripeProvider, realTime } from '#server/payments/index.ts';
import { loadSecretKeys } from '#server/secrets/secret-keys.ts';
import { createWebhookTransport, holdWantedEvents } from '#server/webhooks/index.ts';
import type { CardProvider } from '#server/ports/card-provider.ts';

/** Public address of the product under test. */
export const siteOrigin = 'https://donate.example';

export const webhookSecret = 'whsec_bench';

/** Settings of a production server behind TLS. Only the rate limits are lifted, because all load comes from one address. */
export const productionSettings: Environment = {
  NODE_ENV: 'production',
  PUBLIC_URL: siteOrigin,
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  RATE_LIMIT_FACTOR: '1000000',
};

/** The product's dependencies as in production. The log goes to standard output, here a file. */
export function productionDeps(environment: Environment): Deps {
  const config = parseConfig({ ...productionSettings, ...environment });
  const log = createLog(config);
  if (!config.stripe) throw new Error('the settings have no keys for Stripe');
  const random = systemRandom();
  const cards = createStripeProvider(config.stripe);
  const clock = { now: () => new Date() };
  const published = createPublished(clock);
  return {
    config,
    installationId: 'ins_00000000000000000000000000', // no request of a benchmark reads it back
    db: openDatabase(config, (error) => log.error({ err: error }, 'an idle database connection died')),
    encryption: createEncryption(loadSecretKeys(config), random),
    // without a sandbox no provider would respond
    cards: config.stripe.apiBase ? cards : inProcessCards(cards, Number(environment['BENCH_PROVIDER_MS'] ?? 0)),
    paypal: config.paypal && createPayPalProvider(config.paypal),
    mail: undefined, // no request sends an email
    renderMail: lazyMails(() => currentMailWords({ published, config })),
    pdf: createPdfWriter(),
    published,
    wantedEvents: holdWantedEvents(),
    webhooks: createWebhookTransport({ isSandbox: false, time: realTime() }),
    lastRun: lastRunFile(config.dataDir),
    temporaryFiles: temporaryFiles(config.dataDir),
    passwordQueue: createPasswordQueue(config.passwordQueueMax),
    rateLimits: createRateLimits({ clock, random }),
    clock,
    random,
    log,
    metrics: createMetrics(true),
    tracing: undefined,
  };
}

/** A provider in this process that opens every checkout, after a delay if there is one. The product's own adapter reads webhooks. */
const inProcessCards = (adapter: CardProvider, respondsAfterMs: number): CardProvider => ({
  ...adapter,
  openCheckout: async ({ intentId, expiresAt }) => {
    if (respondsAfterMs > 0) await pause(respondsAfterMs);
    return { code: 'opened', ...openedSession(intentId), expiresAt };
  },
});

/** The opened checkout session, the same for the product and the bare server. */
export const openedSession = (intentId: string) => ({
  sessionId: `cs_test_${intentId}`,
  url: `https://pay.example/c/${intentId}`,
});
