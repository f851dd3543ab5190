import { brand } from '#domain/brand.ts';
import { html, type Html } from './html.ts';
import { mailboxStyle } from './mailbox-style.ts';
import type { MailboxEntry } from './read-mailbox.ts';

/** The list of mails, newest first. `isSending` says whether a mail server is configured. */
export function mailboxPage(entries: readonly MailboxEntry[], isSending: boolean): string {
  const way = isSending
    ? 'They leave by the mail server of SMTP_URL.'
    : 'They wait here, since SMTP_URL names no mail server.';
  const list = html`<ul class="mails">${entries.map(mailItem)}</ul>`;
  const nothing = html`<p class="card">No mail yet. Sign in and give: the receipt appears here.</p>`;
  return page(
    'Mail',
    html`<h1>Mail</h1><p class="muted">The newest mails of this product. ${way}</p>${entries.length === 0 ? nothing : list}`,
  );
}

/** One mail: its headers, its markup in a frame that can do nothing, and its text. */
export function mailPage(entry: MailboxEntry): string {
  const { message } = entry;
  if (!message) return page('Mail', html`${back}<h1>Nobody to write to</h1>${noAddress}`);
  const headers = [
    ['From', message.from],
    ['To', `${message.to.name} <${message.to.address}>`],
    ['Message-ID', message.messageId],
    ['State', stateOf(entry)],
    ['Asked for', entry.createdAt],
    ...(message.attachments ?? []).map(({ filename }) => ['Attached', filename] as const),
  ] as const;
  return page(
    message.subject,
    html`${back}<h1>${message.subject}</h1>
<dl class="card">${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<div class="parts">
<section aria-labelledby="markup"><h2 id="markup">As a page</h2>
<iframe title="The mail as a page" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mail/${entry.id}/html"></iframe></section>
<section aria-labelledby="text"><h2 id="text">As text</h2><pre class="card" tabindex="0">${message.text}</pre></section>
</div>`,
  );
}

const back = html`<p><a href="/dev/mail">All mails</a></p>`;
const noAddress = html`<p class="muted">Nobody was signed in when this was asked for, or the account or the link is gone.</p>`;

function mailItem(entry: MailboxEntry): Html {
  const { message } = entry;
  const about = message
    ? html`<a href="/dev/mail/${entry.id}">${message.subject}</a><span class="muted">To ${message.to.address}</span>`
    : html`<span>${entry.kind}: nobody to write to</span>${noAddress}`;
  return html`<li class="card"><div>${about}</div><div class="aside"><span class="state ${message ? entry.status : ''}">${stateOf(entry)}</span>
<time class="muted" datetime="${entry.createdAt}">${entry.createdAt.slice(0, 16).replace('T', ' ')} UTC</time></div></li>`;
}

function stateOf({ status, attempts, lastError, message }: MailboxEntry): string {
  if (!message) return 'no address';
  if (status === 'done') return 'sent';
  if (status === 'dead') return `given up: ${lastError ?? 'no reason kept'}`;
  return attempts === 0 ? 'waiting' : `waiting, tried ${attempts} times${lastError === null ? '' : `: ${lastError}`}`;
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
