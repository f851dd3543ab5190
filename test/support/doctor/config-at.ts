import { readConfig, type Config, type Environment } from '#server/config/config.ts';

/** The address at which the doctor expects the site. No test calls it. */
export const publicUrl = 'https://kindbite.org';

/** Creates the configuration of a site with a restricted key that calls the given address in place of Stripe. */
export const configAt = (stripeBase: string, environment: Environment = {}): Config =>
  readConfig({
    PUBLIC_URL: publicUrl,
    STRIPE_SECRET_KEY: 'rk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: stripeBase,
    ...environment,
  });
