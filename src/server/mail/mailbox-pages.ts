import { brand } from '#domain/brand.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { html, type Html } from '#server/http/html.ts';
import type { MailboxEntry } from './read-mailbox.ts';

/** The list of emails, newest first. `isSending` says whether a mail server is configured. */
export function mailboxPage(entries: readonly MailboxEntry[], isSending: boolean): string {
  const delivery = isSending
    ? 'They are sent through the mail server in SMTP_URL.'
    : 'They are not sent, because SMTP_URL is not set.';
  const list = html`<ul class="mails">${entries.map(mailItem)}</ul>`;
  const nothing = html`<p class="card">No emails yet. Donate, and the receipt appears here.</p>`;
  return page(
    'Emails',
    html`<h1>Emails</h1><p class="muted">The newest emails. ${delivery}</p>${entries.length === 0 ? nothing : list}`,
  );
}

/** One email: its headers, its markup in a sandboxed frame, and its text. */
export function mailPage(entry: MailboxEntry): string {
  const { message } = entry;
  if (!message) return page('Email', html`${back}<h1>No recipient</h1>${noAddress}`);
  const headers = [
    ['From', message.from],
    ['To', message.to.name === '' ? message.to.address : `${message.to.name} <${message.to.address}>`],
    ['Message-ID', message.messageId],
    ['State', stateOf(entry)],
    ['Requested', entry.createdAt],
    ...(message.attachments ?? []).map(({ filename }) => ['Attachment', filename] as const),
  ] as const;
  return page(
    message.subject,
    html`${back}<h1>${message.subject}</h1>
<dl class="card">${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<div class="parts">
<section aria-labelledby="markup"><h2 id="markup">HTML</h2>
<iframe title="The HTML of the email" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mail/${entry.id}/html"></iframe></section>
<section aria-labelledby="text"><h2 id="text">Plain text</h2><pre class="card" tabindex="0">${message.text}</pre></section>
</div>`,
  );
}

const back = html`<p><a href="/dev/mail">All emails</a></p>`;
const noAddress = html`<p class="muted">No email address is known: none was given, or it was erased, or the account or the link no longer exists.</p>`;

function mailItem(entry: MailboxEntry): Html {
  const { message } = entry;
  const about = message
    ? html`<a href="/dev/mail/${entry.id}">${message.subject}</a><span class="muted">To ${message.to.address}</span>`
    : html`<span>${entry.kind}: no recipient</span>${noAddress}`;
  return html`<li class="card"><div>${about}</div><div class="aside"><span class="state ${message ? entry.status : ''}">${stateOf(entry)}</span>
<time class="muted" datetime="${entry.createdAt}">${entry.createdAt.slice(0, 16).replace('T', ' ')} UTC</time></div></li>`;
}

function stateOf({ status, attempts, lastError, message }: MailboxEntry): string {
  if (status === 'expired') return 'not sent: its link had expired';
  if (!message) return 'no recipient';
  if (status === 'done') return 'sent';
  if (status === 'paused') return 'paused with its newsletter';
  if (status === 'held') return 'held after a restore';
  if (status === 'discarded') return 'discarded after a restore';
  if (status === 'dead') return `failed: ${lastError ?? 'no error stored'}`;
  return attempts === 0
    ? 'waiting'
    : `waiting after ${formatCountOf(attempts, 'attempt')}${lastError === null ? '' : `: ${lastError}`}`;
}

function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title} · ${brand.name}</title>
<style>${mailboxStyle}</style>
</head>
<body>
<header>Test mode: no real money moves</header>
<main>${content}</main>
</body>
</html>`.markup;
}

/** The site's colors without its font, because the mailbox loads no files. */
const mailboxStyle: Html = {
  markup: `
:root{--ink:#1c1917;--muted:#57534e;--line:#e7e5e4;--ground:#fafaf9;--card:#fff;--strong:#c92a3a;--leaf:#2a7247;--claim:#1d4ed8;--danger:#b4232f}
*{box-sizing:border-box}
html{font:16px/1.6 Nunito,ui-rounded,"Segoe UI",system-ui,sans-serif;color:var(--ink);background:var(--ground)}
body{margin:0}
header{background:#2b1214;color:#fff;text-align:center;padding:8px 16px;font-weight:700}
main{max-width:1120px;margin:0 auto;padding:32px 16px 64px}
h1{font-size:clamp(24px,4vw,38px);font-weight:800;line-height:1.2;letter-spacing:-.02em;margin:0 0 8px;overflow-wrap:anywhere}
h2{font-size:18px;font-weight:800;margin:0 0 8px}
p{margin:0 0 16px}
a{color:var(--strong);font-weight:700;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--strong);outline-offset:2px}
.muted{color:var(--muted)}
.card{background:var(--card);border:1px solid var(--line);border-radius:20px;padding:16px 20px;margin:0 0 16px}
.mails{list-style:none;margin:0;padding:0}
.mails .card{display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:space-between}
.mails a,.mails span,.mails time{display:block;overflow-wrap:anywhere}
.mails p{margin:0}
.aside{text-align:right;font-variant-numeric:tabular-nums}
.state{font-weight:700;color:var(--muted)}
.state.done{color:var(--leaf)}.state.waiting{color:var(--claim)}.state.dead{color:var(--danger)}
dl div{padding:4px 0}
@media(min-width:40rem){dl div{display:grid;grid-template-columns:10rem 1fr;gap:12px}}
dt{color:var(--muted)}
dd{margin:0;overflow-wrap:anywhere}
.parts{display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
@media(min-width:60rem){.parts{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}}
iframe{display:block;width:100%;height:56rem;border:1px solid var(--line);border-radius:20px;background:var(--card)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
`,
};
