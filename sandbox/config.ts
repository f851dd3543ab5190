import { z } from 'zod';

/** Everything that the sandbox reads from its environment. */
export interface SandboxConfig {
  readonly host: string;
  readonly port: number;
  /** URL at which browsers reach the hosted pages, without a trailing slash. */
  readonly publicUrl: string;
  /** Folder of the state file; undefined keeps the state in memory only. */
  readonly dataDir: string | undefined;
  /** The only API key that is accepted. */
  readonly secretKey: string;
  /** The target of signed webhooks; if undefined, none are sent. */
  readonly webhook: WebhookTarget | undefined;
  /** The merchant's PayPal account. */
  readonly paypal: PayPalAccount;
  /** True if the operator's calls need the operator's token. */
  readonly isProduction: boolean;
  /** If undefined, the operator's calls do not exist in production. */
  readonly operatorToken: string | undefined;
  /** Name of the merchant on the hosted pages. */
  readonly productName: string;
}

/** The webhook endpoint and the `whsec_…` secret that signs its events. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

/** The merchant's account at the sandbox's PayPal. */
export interface PayPalAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The webhook's id. A verifier must name it. */
  readonly webhookId: string;
  /** If undefined, no PayPal webhooks are sent. */
  readonly webhookUrl: string | undefined;
}

/** The values of a sandbox that is not configured otherwise. */
export const defaultProductName = 'Test merchant';
export const defaultPayPalAccount = {
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  webhookId: 'SANDBOXWEBHOOK001',
} as const;

const port = z.coerce.number().int().min(0).max(65535);
const httpUrl = z.url({ protocol: /^https?$/ });

const isStrong = (token: string): boolean => token.length >= 16 && new Set(token).size >= 8;

const environment = z.object({
  SANDBOX_PORT: port.default(3001),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  SANDBOX_STRIPE_SECRET_KEY: z.string().regex(/^sk_test_\w+$/, 'must be a test key that begins with sk_test_'),
  SANDBOX_WEBHOOK_URL: httpUrl.optional(),
  SANDBOX_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must begin with whsec_')
    .optional(),
  SANDBOX_PAYPAL_CLIENT_ID: z.string().min(1).default(defaultPayPalAccount.clientId),
  SANDBOX_PAYPAL_CLIENT_SECRET: z.string().min(1).default(defaultPayPalAccount.clientSecret),
  SANDBOX_PAYPAL_WEBHOOK_ID: z.string().min(1).default(defaultPayPalAccount.webhookId),
  SANDBOX_PAYPAL_WEBHOOK_URL: httpUrl.optional(),
  SANDBOX_PRODUCT_NAME: z.string().min(1).default(defaultProductName),
  NODE_ENV: z.string().optional(),
  OPERATOR_TOKEN: z
    .string()
    .optional()
    .transform((token) => (token?.trim() === '' ? undefined : token))
    .refine((token) => token === undefined || isStrong(token), 'must be at least 16 characters, 8 of them different'),
});

/** Reads the configuration from environment variables. Throws an error that names every missing or invalid variable. */
export function readConfig(variables: Record<string, string | undefined>): SandboxConfig {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`);
    throw new Error(`The payment sandbox cannot start; please set ${problems.join(', ')}.`);
  }
  const values = parsed.data;
  if ((values.SANDBOX_WEBHOOK_URL === undefined) !== (values.SANDBOX_WEBHOOK_SECRET === undefined)) {
    throw new Error('The payment sandbox cannot start; set SANDBOX_WEBHOOK_URL and SANDBOX_WEBHOOK_SECRET together.');
  }
  const publicUrl = values.SANDBOX_PUBLIC_URL ?? `http://localhost:${values.SANDBOX_PORT}`;
  return {
    host: values.SANDBOX_HOST,
    port: values.SANDBOX_PORT,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    dataDir: values.DATA_DIR,
    secretKey: values.SANDBOX_STRIPE_SECRET_KEY,
    webhook:
      values.SANDBOX_WEBHOOK_URL !== undefined && values.SANDBOX_WEBHOOK_SECRET !== undefined
        ? { url: values.SANDBOX_WEBHOOK_URL, secret: values.SANDBOX_WEBHOOK_SECRET }
        : undefined,
    paypal: {
      clientId: values.SANDBOX_PAYPAL_CLIENT_ID,
      clientSecret: values.SANDBOX_PAYPAL_CLIENT_SECRET,
      webhookId: values.SANDBOX_PAYPAL_WEBHOOK_ID,
      webhookUrl: values.SANDBOX_PAYPAL_WEBHOOK_URL,
    },
    isProduction: values.NODE_ENV === 'production',
    operatorToken: values.OPERATOR_TOKEN,
    productName: values.SANDBOX_PRODUCT_NAME,
  };
}
