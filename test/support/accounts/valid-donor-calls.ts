import type { adminDonorEndpoints } from '#contract/endpoints/admin/donors.ts';
import type { TestApp } from '../app/start-app.ts';
import { withoutInput, type ValidCall } from '../calls/valid-call.ts';
import { insertPastDonations } from '../payments/past-donations.ts';
import { confirmAddressOf, signIn } from './signed-in.ts';

const forOwner: ValidCall = (_app, { owner }) => ({ params: { id: owner.user.id } });

const forYear: ValidCall = async (app) => {
  const { user } = await signIn(app);
  await insertPastDonations(app.deps, [{ donor_id: user.id, donated_at: '2026-03-04T12:00:00.000Z' }]);
  return { params: { id: user.id, year: '2026' } };
};

/** A successful call of each endpoint about donors. */
export const validDonorCalls: Record<keyof typeof adminDonorEndpoints, ValidCall> = {
  searchDonors: withoutInput,
  getDonor: forOwner,
  listDonorDonations: forOwner,
  downloadDonorData: async (app) => ({ params: { id: (await signIn(app)).user.id } }),
  downloadDonorStatement: forYear,
  downloadDonorTable: forYear,
  previewMerge: async (app) => {
    const { kept, ending } = await createConfirmedPair(app);
    return { params: { id: kept, endingId: ending } };
  },
  mergeDonors: async (app) => {
    const { kept, ending } = await createConfirmedPair(app);
    return { params: { id: kept }, body: { with: ending, reason: 'The same person' } };
  },
  eraseDonor: async (app) => ({ params: { id: (await signIn(app)).user.id }, body: { reason: 'Asked by email' } }),
};

async function createConfirmedPair(app: TestApp): Promise<{ readonly kept: string; readonly ending: string }> {
  const [kept, ending] = [await signIn(app), await signIn(app)];
  await confirmAddressOf(app, kept);
  await confirmAddressOf(app, ending);
  return { kept: kept.user.id, ending: ending.user.id };
}
