import type { FastifyInstance } from 'fastify';
import { accountSentences } from '#contract/account/account.ts';
import { accountSettingsSentences } from '#contract/account/account-settings.ts';
import { teamSentences } from '#contract/admin/team.ts';
import { endpoints } from '#contract/endpoints.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { callerOf } from '#server/auth/index.ts';
import { currentFilePrefix } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import type { CurrentUser } from '#server/http/current-user.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads } from '#server/http/files/downloads.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { clearSessionCookie } from '#server/http/session-cookie.ts';
import { deleteAccount } from './delete-account.ts';
import { downloadData } from './download-data.ts';
import { downloadDonations } from './download-donations.ts';
import { proofRefusals } from '../proof-refusals.ts';

/** Downloading and deleting what is stored about a donor. */
export function dataRoutes(app: FastifyInstance, deps: Deps): void {
  const downloads = createDownloads();
  registerEndpoint(app, deps, endpoints.downloadData, async ({ user, reply }) => {
    const data = await downloadData(deps, user, downloads.runExclusive);
    if (data === undefined) return sendRefusal(reply, 'sign_in_required', accountSentences.signInNeeded);
    const name = fileName(deps, user, 'data', 'json');
    return sendFile(reply, { name, type: 'application/json', start: () => downloads.start(user.id, data) });
  });
  registerEndpoint(app, deps, endpoints.downloadDonations, async ({ user, reply }) => {
    const table = downloadDonations(deps.db.read, user.id, downloads.runExclusive);
    const name = fileName(deps, user, 'donations', 'csv');
    return sendFile(reply, { name, type: 'text/csv', start: () => downloads.start(user.id, table) });
  });
  registerEndpoint(app, deps, endpoints.deleteAccount, async ({ user, body, request, reply }) => {
    const { code } = await deleteAccount(deps, user, body.password, callerOf(request, deps.config));
    if (code === 'forbidden') return sendRefusal(reply, code, accountSettingsSentences.adminAccountProtected);
    if (code === 'last_owner') return sendRefusal(reply, code, teamSentences.lastOwner);
    if (code !== 'deleted') return sendRefusal(reply, code, proofRefusals[code]);
    clearSessionCookie(reply, deps.config);
    return {};
  });
}

/** The name of a downloaded file: its content and the donor's day. */
const fileName = (deps: Deps, user: CurrentUser, content: string, extension: string): string =>
  `${currentFilePrefix(deps)}-${content}-${calendarDay(deps.clock.now(), user.time_zone)}.${extension}`;
