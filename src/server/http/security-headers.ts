import type { Config } from '#server/config.ts';

/** Headers of every answer, made once (design 6). A page has a policy of its own, which allows the sheet inside it. */
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

/**
 * What an answer's document may load and do. `styleHashes` name the sheets inside it; there are no inline scripts. Style
 * attributes are allowed since the interface primitives position themselves by them.
 */
export function contentSecurityPolicy(
  { publicUrl, analyticsId }: Pick<Config, 'publicUrl' | 'analyticsId'>,
  styleHashes: readonly string[],
): string {
  const counter = analyticsId === undefined ? noCounter : analyticsSources;
  const isSecure = publicUrl.startsWith('https:');
  const directives = [
    "default-src 'self'",
    `script-src 'self'${counter.scripts}`,
    `style-src ${["'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${counter.answers}`,
    "font-src 'self'",
    `connect-src 'self'${counter.answers}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return [...directives, ...(isSecure ? ['upgrade-insecure-requests'] : [])].join('; ');
}

const noCounter = { scripts: '', answers: '' } as const;

/** Where the analytics script comes from and whom it answers to: open only where an id is configured (rulings). */
const analyticsSources = {
  scripts: ' https://www.googletagmanager.com',
  answers: ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com',
} as const;
