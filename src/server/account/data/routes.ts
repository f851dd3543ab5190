import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountSentences } from '#contract/account.ts';
import { accountSettingsSentences } from '#contract/account-settings.ts';
import { fileSentences } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { brand } from '#domain/brand.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { callerOf } from '#server/auth/index.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { clearSessionCookie } from '#server/http/session-cookie.ts';
import { deleteAccount } from './delete-account.ts';
import { downloadData } from './download-data.ts';
import { downloadDonations } from './download-donations.ts';
import { createDownloads } from './downloads.ts';
import { proofRefusals } from '../proof-refusals.ts';

/** Downloading and deleting what is stored about a donor. */
export function dataRoutes(app: FastifyInstance, deps: Deps): void {
  const downloads = createDownloads();
  registerEndpoint(app, deps, endpoints.downloadData, async ({ user, reply }) => {
    const data = await downloadData(deps, user, downloads.inTurn);
    if (data === undefined) return sendRefusal(reply, 'sign_in_required', accountSentences.signInNeeded);
    const name = fileName(deps, user, 'data', 'json');
    return sendFile(reply, { name, type: 'application/json', start: () => downloads.start(user.id, data) });
  });
  registerEndpoint(app, deps, endpoints.downloadDonations, async ({ user, reply }) => {
    const table = downloadDonations(deps.db.read, user.id, downloads.inTurn);
    const name = fileName(deps, user, 'donations', 'csv');
    return sendFile(reply, { name, type: 'text/csv', start: () => downloads.start(user.id, table) });
  });
  registerEndpoint(app, deps, endpoints.deleteAccount, async ({ user, body, request, reply }) => {
    const { code } = await deleteAccount(deps, user, body.password, callerOf(request, deps.config));
    if (code === 'forbidden') return sendRefusal(reply, code, accountSettingsSentences.adminAccountProtected);
    if (code !== 'deleted') return sendRefusal(reply, code, proofRefusals[code]);
    clearSessionCookie(reply, deps.config);
    return {};
  });
}

/** Sends a file, or refuses it while the donor's previous one is being sent. A HEAD request starts no download. */
function sendFile(
  reply: FastifyReply,
  { name, type, start }: { readonly name: string; readonly type: string; readonly start: () => Readable | undefined },
): FastifyReply {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
  };
  if (reply.request.method === 'HEAD') return reply.headers(headers).send();
  const content = start();
  if (!content) {
    reply.header('retry-after', retryAfterSeconds);
    return sendRefusal(reply, 'too_many_requests', fileSentences.downloadRunning);
  }
  content.on('error', (error) => reply.log.error({ err: error }, 'a download ended before its end'));
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  return reply.headers(headers).send(content);
}

const retryAfterSeconds = 10;

/** A client that takes nothing for this long has gone away without closing its connection. */
const stalledMs = 2 * 60 * 1000;

/** Named after the content and the donor's day. */
const fileName = ({ clock }: Deps, user: CurrentUser, content: string, extension: string): string =>
  `${brand.name.toLowerCase()}-${content}-${calendarDay(clock.now(), user.time_zone)}.${extension}`;
