import type { FastifyInstance } from 'fastify';
import { donorSentences } from '#contract/admin/donors.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { adminDonorEndpoints } from '#contract/endpoints/admin/donors.ts';
import { brand } from '#domain/brand.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { hasRight } from '#domain/staff/rights.ts';
import { downloadData, downloadGuestData } from '#server/account/index.ts';
import { readPosition, writeCursor } from '#server/db/list-page.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads, type InTurn } from '#server/http/files/downloads.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { recordAlone } from '#server/staff/index.ts';
import { findDonorDonations } from './detail/donor-donations.ts';
import { readDonor } from './detail/read-donor.ts';
import { eraseDonor } from './erase/erase-donor.ts';
import { findDonor, type Donor } from './find-donor.ts';
import { searchDonors } from './search/search-donors.ts';

const { unknown, cursorInvalid, memberOfTeam } = donorSentences;

/** Donors with and without an account, as the team sees them. */
export function adminDonorRoutes(app: FastifyInstance, deps: Deps): void {
  const { read } = deps.db;
  const downloads = createDownloads();
  registerEndpoint(app, deps, adminDonorEndpoints.searchDonors, async ({ query, reply }) => {
    const after = readPosition(query, 'usr') ?? readPosition(query, 'int');
    if (!after) return sendRefusal(reply, 'invalid_request', cursorInvalid);
    const { donors, next } = await searchDonors(deps.db, query.search ?? '', after);
    if (next) reply.header(nextCursorHeader, writeCursor(next));
    return donors;
  });
  registerEndpoint(app, deps, adminDonorEndpoints.getDonor, async ({ params, user, reply }) => {
    const donor = await findDonor(read, params.id);
    if (!donor) return sendRefusal(reply, 'not_found', unknown);
    return readDonor(read, donor, hasRight(user.staff_role, 'readMessages'));
  });
  registerEndpoint(app, deps, adminDonorEndpoints.listDonorDonations, async ({ params, query, reply }) => {
    const donor = await findDonor(read, params.id);
    if (!donor) return sendRefusal(reply, 'not_found', unknown);
    const before = readPosition(query, 'don');
    if (!before) return sendRefusal(reply, 'invalid_request', cursorInvalid);
    const { donations, next } = await findDonorDonations(read, donor, before);
    if (next) reply.header(nextCursorHeader, writeCursor(next));
    return donations;
  });
  registerEndpoint(app, deps, adminDonorEndpoints.downloadDonorData, async ({ params, user, reply }) => {
    const donor = await findDonor(read, params.id);
    if (!donor) return sendRefusal(reply, 'not_found', unknown);
    const texts = await readEverything(deps, donor, downloads.inTurn);
    if (!texts) return sendRefusal(reply, 'not_found', unknown);
    const subject = { kind: 'donor', id: donor.id } as const;
    await recordAlone(deps, { actor: user, action: 'donor_data_downloaded', subject });
    const name = `${brand.name.toLowerCase()}-donor-${calendarDay(deps.clock.now(), user.time_zone)}.json`;
    return sendFile(reply, { name, type: 'application/json', start: () => downloads.start(user.id, texts) });
  });
  registerEndpoint(app, deps, adminDonorEndpoints.eraseDonor, async ({ params, body, user, reply }) => {
    const { code } = await eraseDonor(deps, { actor: user, donorId: params.id, reason: body.reason });
    if (code === 'erased') return {};
    return sendRefusal(reply, code, code === 'member_of_team' ? memberOfTeam : unknown);
  });
}

/** What the donor's own download contains; for a guest, what is stored under the address. */
const readEverything = async (deps: Deps, donor: Donor, inTurn: InTurn): Promise<AsyncGenerator<string> | undefined> =>
  donor.kind === 'guest'
    ? downloadGuestData(deps, donor, inTurn)
    : downloadData(deps, { id: donor.id, time_zone: donor.user.time_zone, token_hash: '' }, inTurn);
