import type { FastifyReply } from 'fastify';
import { html, trusted, type Html } from './html.ts';
import { styleSheet, styleSource } from './style.ts';

/** One page: its title, its content, and URLs of other sites to which its forms may redirect. */
export interface PageContent {
  readonly title: string;
  readonly content: Html;
  readonly formTargets?: readonly (string | null)[];
  /** URL of the one script that the page may run, on this sandbox. */
  readonly script?: string;
}

/** Sends a page that must not be cached or framed, and that can run only its one named script. */
export function sendPage(reply: FastifyReply, page: PageContent, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(page.formTargets ?? [], page.script !== undefined),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(asDocument(page).markup);
}

/** Browsers apply form-action to redirects too, so it must list the merchant's URLs. */
function contentSecurityPolicy(formTargets: readonly (string | null)[], hasScript: boolean): string {
  const origins = formTargets.filter((target) => target !== null).map((target) => new URL(target).origin);
  const formAction = ["'self'", ...new Set(origins)].join(' ');
  const script = hasScript ? " script-src 'self';" : '';
  return `default-src 'none';${script} style-src ${styleSource}; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;
}

function asDocument({ title, content, script }: PageContent): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
${script === undefined ? null : html`<script src="${script}" defer></script>`}
<style>${trusted(styleSheet)}</style>
</head>
<body>
<header class="banner">Test mode: no real money moves</header>
<main class="page">${content}</main>
</body>
</html>`;
}
