import type { FastifyInstance } from 'fastify';
import { donorSentences } from '#contract/admin/donors/search.ts';
import { adminDonorEndpoints } from '#contract/endpoints/admin/donors.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { downloadData, downloadGuestData } from '#server/account/index.ts';
import { currentFilePrefix } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads, type RunExclusive } from '#server/http/files/downloads.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { recordAlone } from '#server/staff/index.ts';
import { eraseDonor } from './erase/erase-donor.ts';
import { findDonor, type Donor } from './find-donor.ts';
import { isTeamMember } from './merge/judge-merge.ts';
import { mergeDonors, previewMerge, type MergeRefusal } from './merge/merge-donors.ts';

const { unknown, memberOfTeam, teamData } = donorSentences;

/** Registers the calls with which the team helps a donor. */
export function donorHelpRoutes(app: FastifyInstance, deps: Deps): void {
  const { read } = deps.db;
  const downloads = createDownloads();
  registerEndpoint(app, deps, adminDonorEndpoints.downloadDonorData, async ({ params, user, reply }) => {
    const donor = await findDonor(read, params.id);
    if (!donor) return sendRefusal(reply, 'not_found', unknown);
    if (isTeamMember(donor)) return sendRefusal(reply, 'member_of_team', teamData); // a staff member's data includes API tokens
    const texts = await readEverything(deps, donor, downloads.runExclusive);
    if (!texts) return sendRefusal(reply, 'not_found', unknown);
    const subject = { kind: 'donor', id: donor.id } as const;
    const record = () => recordAlone(deps, { actor: user, action: 'donor_data_downloaded', subject });
    const start = () => downloads.start(user.id, texts);
    const name = `${currentFilePrefix(deps)}-donor-${calendarDay(deps.clock.now(), user.time_zone)}.json`;
    return sendFile(reply, { name, type: 'application/json', start, record });
  });
  registerEndpoint(app, deps, adminDonorEndpoints.eraseDonor, async ({ params, body, user, reply }) => {
    const { code } = await eraseDonor(deps, { actor: user, donorId: params.id, reason: body.reason });
    if (code === 'erased') return {};
    return sendRefusal(reply, code, code === 'member_of_team' ? memberOfTeam : unknown);
  });
  registerEndpoint(app, deps, adminDonorEndpoints.previewMerge, async ({ params, reply }) => {
    const found = await previewMerge(read, { donorId: params.id, endingId: params.endingId });
    return found.code === 'allowed' ? found.preview : sendRefusal(reply, found.code, sentenceOf(found));
  });
  registerEndpoint(app, deps, adminDonorEndpoints.mergeDonors, async ({ params, body, user, reply }) => {
    const { with: endingId, reason } = body;
    const merge = await mergeDonors(deps, { actor: user, donorId: params.id, endingId, reason });
    if (merge.code !== 'merged') return sendRefusal(reply, merge.code, sentenceOf(merge));
    deps.log.info({ donorId: params.id, merged: endingId, requestedBy: user.id }, 'donors merged');
    return { donations: merge.donations, plans: merge.plans };
  });
}

const sentenceOf = (refusal: MergeRefusal): string => (refusal.code === 'merge_refused' ? refusal.sentence : unknown);

/** Reads, for an account, the contents of the donor's own download; for a guest, everything stored under the address. */
const readEverything = async (
  deps: Deps,
  donor: Donor,
  runExclusive: RunExclusive,
): Promise<AsyncGenerator<string> | undefined> =>
  donor.kind === 'guest'
    ? downloadGuestData(deps, donor, runExclusive)
    : downloadData(deps, { id: donor.id, time_zone: donor.user.time_zone, token_hash: '' }, runExclusive);
