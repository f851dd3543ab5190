import { ConfigError, readConfig, type Config, type Environment } from '#server/config/config.ts';
import { planStart } from '../start/plan.ts';
import { readSandboxKeys } from '../start/sandbox-keys.ts';
import { checkDatabase } from './database-checks.ts';
import { problem, type Finding } from './finding.ts';
import { checkMail } from './mail-check.ts';
import { checkPayPal } from './paypal-checks.ts';
import { checkSite } from './site-checks.ts';
import { checkStorage } from './storage-checks.ts';
import { checkStripe } from './stripe/stripe-checks.ts';
import { checkTraces } from './traces-check.ts';

/** Checks a configuration and everything it names, and changes nothing. `ca` replaces the system's certificate authorities. */
export async function examine(environment: Environment, ca?: string): Promise<Finding[]> {
  try {
    const config = configOf(environment);
    const { stripe } = config;
    const providers = stripe
      ? [...(await checkStripe({ ...config, stripe })), ...(await checkPayPal(config))]
      : [notStarted];
    return [
      ...providers,
      ...(await checkMail(config)),
      ...(await checkSite(config, ca)),
      ...(await checkDatabase(config)),
      ...checkStorage(config),
      ...(await checkTraces(config)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [problem('Configuration', error.message)];
  }
}

const notStarted = problem(
  'Payment sandbox',
  'it has never run here. Start the product with npm start, and run this in another terminal.',
);

/** The configuration that `npm start` would use. Stripe is undefined until the first start has created the sandbox's keys. */
function configOf(environment: Environment): Config {
  const requested = readConfig(environment);
  if (!requested.sandbox) return requested;
  const keys = readSandboxKeys(requested.dataDir);
  if (!keys) return { ...requested, stripe: undefined };
  return readConfig(planStart(requested, keys, { ...environment }).product.environment);
}
