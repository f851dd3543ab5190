import type { Config } from '#server/config/config.ts';

/** Headers of every response. Pages replace the policy with their own, which allows their inline style sheets. */
export function securityHeaders(config: Config): Readonly<Record<string, string>> {
  const isSecure = config.publicUrl.startsWith('https:');
  return Object.freeze({
    'content-security-policy': contentSecurityPolicy(config, []),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isSecure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  });
}

type PolicySettings = Pick<Config, 'publicUrl' | 'analyticsId'>;

/**
 * What a document may load and do. `styleHashes` are its inline style sheets; there are no inline scripts. Style attributes are
 * allowed, because components position themselves with them.
 */
export const contentSecurityPolicy = (settings: PolicySettings, styleHashes: readonly string[]): string =>
  policyWith(settings, {
    styles: [
      `style-src ${["'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' ')}`,
      "style-src-attr 'unsafe-inline'",
    ],
    hosts: '',
    frames: [],
  });

/**
 * Replacements for these headers on the one page with PayPal's script: it may load scripts, styles, fonts, images and frames
 * from PayPal and call it. PayPal's script adds inline styles, and the window that it opens may message it. Undefined if
 * PayPal is not offered.
 */
export function paypalPageHeaders(config: Config): Readonly<Record<string, string>> | undefined {
  if (!config.paypal) return undefined;
  const hosts = paypalHosts(new URL(config.paypal.webSdkUrl));
  return Object.freeze({
    'content-security-policy': policyWith(config, {
      styles: [`style-src 'self' 'unsafe-inline' ${hosts}`],
      hosts: ` ${hosts}`,
      frames: [`frame-src ${hosts}`],
    }),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()',
  });
}

/** PayPal's script loads from many of PayPal's hosts; the payment sandbox has one. */
const paypalHosts = ({ hostname, origin }: URL): string =>
  /(^|\.)paypal\.com$/.test(hostname) ? 'https://*.paypal.com https://*.paypalobjects.com' : origin;

/** The parts of a policy that differ between documents. `hosts` begins with a space unless it is empty. */
interface PolicyParts {
  readonly styles: readonly string[];
  readonly hosts: string;
  readonly frames: readonly string[];
}

function policyWith({ publicUrl, analyticsId }: PolicySettings, { styles, hosts, frames }: PolicyParts): string {
  const analytics = analyticsId === undefined ? noSources : analyticsSources;
  const isSecure = publicUrl.startsWith('https:');
  const directives = [
    "default-src 'self'",
    `script-src 'self'${hosts}${analytics.scripts}`,
    ...styles,
    `img-src 'self' data:${hosts}${analytics.reports}`,
    `font-src 'self'${hosts}`,
    `connect-src 'self'${hosts}${analytics.reports}`,
    ...frames,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return [...directives, ...(isSecure ? ['upgrade-insecure-requests'] : [])].join('; ');
}

const noSources = { scripts: '', reports: '' } as const;

/** Hosts of the analytics script and of its reports, allowed only with a configured id (spec-readings, Pages). */
const analyticsSources = {
  scripts: ' https://www.googletagmanager.com',
  reports: ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com',
} as const;
