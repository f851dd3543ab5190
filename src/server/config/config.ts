import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { passwordMax, passwordMin } from '#contract/account/account.ts';
import { brand } from '#domain/brand.ts';
import { money, type Money } from '#domain/money/money.ts';
import { declineVariables, parseDeclines, type DeclineConfig } from './decline-config.ts';
import { feeVariables, parseFees, type FeeConfig } from './fee-config.ts';
import { parsePayPal, paypalVariables, type PayPalConfig } from './paypal-config.ts';
import { findLaunchProblems, movesRealMoney } from './launch-problems.ts';
import { parseProcesses, processVariables, type ProcessConfig } from './process-config.ts';
import { parseTracing, tracingVariables, type TracingConfig } from './tracing-config.ts';
import {
  bearerToken,
  ConfigError,
  factor,
  onOrOff,
  plainEmail,
  port,
  proxyList,
  secretKeyList,
  seconds,
  sourceAddress,
  webAddress,
  wholeNumber,
} from './variables.ts';

export { findLaunchProblems, isExample, movesRealMoney } from './launch-problems.ts';
export { portProblem, type Listener } from './port-problem.ts';
export { ConfigError, isLoopback, parseSecretKeys } from './variables.ts';
export type { PayPalConfig } from './paypal-config.ts';
export type { Sampling, TracingConfig } from './tracing-config.ts';

/** Access to Stripe. `apiBase` is undefined for the real Stripe, and set for anything else, such as the payment sandbox. */
export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiBase: URL | undefined;
  readonly isLive: boolean;
}

/** The configuration, parsed once from the environment. */
export interface Config extends ProcessConfig {
  readonly port: number;
  readonly host: string;
  /** The address that donors see, without a trailing slash. */
  readonly publicUrl: string;
  readonly isProduction: boolean;
  readonly dataDir: string;
  /** Keys that encrypt secrets in the database, the current one first; if there are none, one is generated in the data folder. */
  readonly secretKeys: readonly Uint8Array[];
  /** The port and address of the payment sandbox; absent with real providers. */
  readonly sandbox: { readonly port: number; readonly url: string } | undefined;
  /** Absent only while the payment sandbox has not created its keys yet. */
  readonly stripe: StripeConfig | undefined;
  /** Absent when PayPal is not offered. */
  readonly paypal: PayPalConfig | undefined;
  readonly trustedProxies: readonly string[];
  /** How long the server keeps serving after SIGTERM, until every proxy has noticed. */
  readonly drainMs: number;
  readonly hasSecureCookies: boolean;
  readonly logLevel: string;
  /** Gives access to `/metrics` in production. */
  readonly metricsToken: string | undefined;
  /** Gives access to `/dev/mail` and the sandbox's operator pages in production. */
  readonly operatorToken: string | undefined;
  /** Undefined when no traces are recorded. */
  readonly tracing: TracingConfig | undefined;
  readonly analyticsId: string | undefined;
  readonly admin: {
    readonly email: string;
    readonly password: string | undefined;
    /** True if the first administrator needs a second factor; other staff always do. */
    readonly needsSecondFactor: boolean;
  };
  /** The address to which donors can write. */
  readonly contactEmail: string;
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string | undefined };
  readonly declines: DeclineConfig;
  readonly fees: FeeConfig;
  /** The address from which exchange rates are fetched every day; undefined if they are not fetched. */
  readonly ratesUrl: URL | undefined;
  /** How many days a donation is held before it is paid to its charity. */
  readonly payoutHoldDays: number;
  /** Refunds of a donation above this sum, in US dollars, need a second person. */
  readonly refundApprovalAbove: Money;
  /** How many requests of each kind are served at the same time; see `limitRequests`. */
  readonly requestsMax: number;
  /** How many passwords may wait to be hashed. */
  readonly passwordQueueMax: number;
  /** Multiplies every rate limit, for load tests in a trusted network. */
  readonly rateLimitFactor: number;
  /** Multiplies how long the server waits for PostgreSQL, Stripe and PayPal, for tests on a busy machine. */
  readonly timeLimitFactor: number;
}

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

const siteAddress = webAddress('PUBLIC_URL').check(
  z.refine((text) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`, {
    error: 'PUBLIC_URL must be a scheme, a host and optionally a port, with nothing after them',
  }),
);

const environment = z.object({
  PORT: z._default(port('PORT'), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(siteAddress),
  NODE_ENV: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), './data'),
  SECRET_KEY: z._default(secretKeyList('SECRET_KEY'), []),
  ...processVariables,
  PAYMENT_SANDBOX: z.optional(onOrOff('PAYMENT_SANDBOX')),
  SANDBOX_PORT: z.optional(port('SANDBOX_PORT')),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(
      z.regex(/^(sk|rk)_(test|live)_/, {
        error: 'STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_',
      }),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_/, { error: 'STRIPE_WEBHOOK_SECRET must begin with whsec_' })),
  ),
  STRIPE_API_BASE: z.optional(webAddress('STRIPE_API_BASE')),
  ...paypalVariables,
  ...declineVariables,
  ...feeVariables,
  TRUST_PROXY: z._default(proxyList, []),
  DRAIN_SECONDS: z.optional(seconds('DRAIN_SECONDS', 600)),
  SECURE_COOKIES: z.optional(onOrOff('SECURE_COOKIES')),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    }),
    'info',
  ),
  METRICS_TOKEN: z.optional(bearerToken('METRICS_TOKEN')),
  OPERATOR_TOKEN: z.optional(bearerToken('OPERATOR_TOKEN')),
  ...tracingVariables,
  ANALYTICS_ID: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9-]+$/, { error: 'ANALYTICS_ID must be letters, digits and hyphens' })),
  ),
  ADMIN_EMAIL: z._default(z.email({ error: 'ADMIN_EMAIL must be an email address' }), 'admin@kindbite.example'),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(passwordMin, { error: `ADMIN_PASSWORD must be at least ${passwordMin} characters` }),
        z.maxLength(passwordMax, { error: `ADMIN_PASSWORD must be at most ${passwordMax} characters` }),
      ),
  ),
  ADMIN_REQUIRE_2FA: z.optional(onOrOff('ADMIN_REQUIRE_2FA')),
  CONTACT_EMAIL: z._default(plainEmail('CONTACT_EMAIL'), brand.contactEmail),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'SMTP_URL must begin with smtp:// or smtps://' })),
  MAIL_FROM: z.optional(
    z.string().check(
      z.regex(/^(?:[^<>\p{Cc}]*<[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/u, {
        error: 'MAIL_FROM must be an email address, or a name with an address in angle brackets',
      }),
    ),
  ),
  RATES_URL: z.optional(sourceAddress('RATES_URL')),
  PAYOUT_HOLD_DAYS: z._default(wholeNumber('PAYOUT_HOLD_DAYS', { min: 0, max: 365 }), 14),
  REFUND_APPROVAL_ABOVE: z._default(wholeNumber('REFUND_APPROVAL_ABOVE', { min: 0, max: 1_000_000 }), 250),
  REQUESTS_MAX: z._default(wholeNumber('REQUESTS_MAX', { min: 1, max: 100_000 }), 500),
  PASSWORD_QUEUE_MAX: z._default(wholeNumber('PASSWORD_QUEUE_MAX', { min: 1, max: 10_000 }), 64),
  RATE_LIMIT_FACTOR: factor('RATE_LIMIT_FACTOR'),
  TIME_LIMIT_FACTOR: factor('TIME_LIMIT_FACTOR'),
});

type Settings = z.infer<typeof environment>;

const proxyDrainSeconds = 5; // proxies usually check every second or two

/**
 * Reads the configuration from the environment. An empty value counts as absent. Throws ConfigError when a value is invalid,
 * two values contradict each other (spec-readings, Payment sandbox), or live keys come with a setting unfit for real donors.
 */
export function parseConfig(env: Environment): Config {
  const config = readConfig(env);
  const [problem] = movesRealMoney(config) ? findLaunchProblems(config) : [];
  if (problem !== undefined) throw new ConfigError(problem);
  return config;
}

/** Like `parseConfig`, but accepts live keys with any setting, so that all problems can be shown together. */
export function readConfig(env: Environment): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(present);
  if (!parsed.success) throw new ConfigError(`${parsed.error.issues[0]?.message ?? 'The configuration is invalid'}.`);
  const settings = parsed.data;
  const publicUrl = new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`);
  const sandbox = parseSandbox(settings, publicUrl);
  const stripe = parseStripe(settings);
  const paypal = parsePayPal(settings, sandbox !== undefined);
  refuseMixedModes(stripe, paypal);
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: publicUrl.origin,
    isProduction: settings.NODE_ENV === 'production',
    dataDir: resolve(settings.DATA_DIR),
    secretKeys: settings.SECRET_KEY,
    ...parseProcesses(settings),
    sandbox,
    stripe,
    paypal,
    trustedProxies: settings.TRUST_PROXY,
    drainMs: (settings.DRAIN_SECONDS ?? (settings.TRUST_PROXY.length > 0 ? proxyDrainSeconds : 0)) * 1000,
    hasSecureCookies: settings.SECURE_COOKIES ? settings.SECURE_COOKIES === 'on' : publicUrl.protocol === 'https:',
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN,
    operatorToken: settings.OPERATOR_TOKEN,
    tracing: parseTracing(settings),
    analyticsId: settings.ANALYTICS_ID,
    admin: parseAdmin(settings, movesRealMoney({ stripe, paypal })),
    contactEmail: settings.CONTACT_EMAIL,
    mail: { smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM },
    declines: parseDeclines(settings),
    fees: parseFees(settings),
    ratesUrl: settings.RATES_URL,
    payoutHoldDays: settings.PAYOUT_HOLD_DAYS,
    refundApprovalAbove: money(settings.REFUND_APPROVAL_ABOVE * 100, 'USD'),
    requestsMax: settings.REQUESTS_MAX,
    passwordQueueMax: settings.PASSWORD_QUEUE_MAX,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    timeLimitFactor: settings.TIME_LIMIT_FACTOR,
  };
}

const parseAdmin = (settings: Settings, isLive: boolean): Config['admin'] => ({
  email: settings.ADMIN_EMAIL,
  password: settings.ADMIN_PASSWORD,
  needsSecondFactor: settings.ADMIN_REQUIRE_2FA ? settings.ADMIN_REQUIRE_2FA === 'on' : isLive,
});

function parseSandbox(settings: Settings, publicUrl: URL): Config['sandbox'] {
  const isProduction = settings.NODE_ENV === 'production';
  const isOn = settings.PAYMENT_SANDBOX
    ? settings.PAYMENT_SANDBOX === 'on'
    : !settings.STRIPE_SECRET_KEY && !isProduction;
  if (!isOn && !settings.STRIPE_SECRET_KEY) {
    throw new ConfigError(
      isProduction
        ? 'There are no payment provider keys: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENT_SANDBOX=on to run without real money.'
        : 'PAYMENT_SANDBOX is off and there are no payment provider keys: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    );
  }
  if (!isOn) return undefined;
  const sandboxPort = settings.SANDBOX_PORT ?? settings.PORT + 1;
  if (sandboxPort === settings.PORT) throw new ConfigError('SANDBOX_PORT and PORT must differ.');
  if (sandboxPort > 65_535) throw new ConfigError('SANDBOX_PORT must be set: there is no port above PORT.');
  return { port: sandboxPort, url: `${publicUrl.protocol}//${publicUrl.hostname}:${sandboxPort}` };
}

function parseStripe(settings: Settings): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = settings;
  if (!secretKey) return undefined;
  if (!webhookSecret)
    throw new ConfigError('STRIPE_WEBHOOK_SECRET is missing: without it no payment could be recorded.');
  const isLive = /^(sk|rk)_live_/.test(secretKey);
  if (isLive && (apiBase || settings.PAYMENT_SANDBOX === 'on')) {
    throw new ConfigError('A live STRIPE_SECRET_KEY cannot be used with STRIPE_API_BASE or PAYMENT_SANDBOX=on.');
  }
  return { secretKey, webhookSecret, apiBase: apiBase ? new URL(apiBase) : undefined, isLive };
}

/** Mixed modes would record test payments as donations. */
function refuseMixedModes(stripe: StripeConfig | undefined, paypal: PayPalConfig | undefined): void {
  if (!stripe || !paypal || stripe.isLive === paypal.isLive) return;
  throw new ConfigError(
    stripe.isLive
      ? "The Stripe key is live and PAYPAL_API_BASE is not PayPal's live address: remove PAYPAL_API_BASE, or use test keys for both."
      : "PayPal's keys are live and the Stripe key is a test key: use live keys for both, or set PAYPAL_API_BASE to https://api-m.sandbox.paypal.com.",
  );
}
