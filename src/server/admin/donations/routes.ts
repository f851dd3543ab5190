import type { FastifyInstance } from 'fastify';
import { donationHelpSentences } from '#contract/admin/donations/help.ts';
import { donationSearchSentences } from '#contract/admin/donations/search.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { adminDonationEndpoints } from '#contract/endpoints/admin/donations.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { currentFilePrefix } from '#server/current-words.ts';
import { readPosition, writeCursor } from '#server/db/list-page.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads } from '#server/http/files/downloads.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { recordAlone } from '#server/staff/index.ts';
import { readDonation } from './detail/read-donation.ts';
import { donationHelpRoutes } from './help/routes.ts';
import { exportDonations } from './search/export-donations.ts';
import { searchDonations } from './search/search-donations.ts';

/** Registers the calls of the admin area about donations. */
export function adminDonationRoutes(app: FastifyInstance, deps: Deps): void {
  const downloads = createDownloads();
  registerEndpoint(app, deps, adminDonationEndpoints.searchDonations, async ({ query, reply }) => {
    const after = readPosition(query, 'don');
    if (!after) return sendRefusal(reply, 'invalid_request', donationSearchSentences.cursorInvalid);
    const { next, ...page } = await searchDonations(deps.db, query, after);
    if (next) reply.header(nextCursorHeader, writeCursor(next));
    return page;
  });
  registerEndpoint(app, deps, adminDonationEndpoints.getDonation, async ({ params, reply }) => {
    const donation = await readDonation(deps.db.read, params.id);
    return donation ?? sendRefusal(reply, 'donation_not_found', donationHelpSentences.unknown);
  });
  donationHelpRoutes(app, deps);
  registerEndpoint(app, deps, adminDonationEndpoints.exportDonations, async ({ query, user, reply }) => {
    const day = calendarDay(deps.clock.now(), user.time_zone);
    const start = () => downloads.start(user.id, exportDonations(deps.db, query, downloads.runExclusive));
    const record = () =>
      recordAlone(deps, { actor: user, action: 'donations_downloaded', subject: { kind: 'donations', id: 'all' } });
    return sendFile(reply, {
      name: `${currentFilePrefix(deps)}-donations-${day}.csv`,
      type: 'text/csv',
      start,
      record,
    });
  });
}
