import { call, logInAt } from '../accounts/account-calls.ts';
import { createConfirmingCode, createRecoveryCode } from '../accounts/second-factor.ts';
import { donorPassword, registration, type SignedIn } from '../accounts/signed-in.ts';
import { invite } from '../accounts/staff.ts';
import type { TestApp } from '../app/start-app.ts';
import { insertActivePlan } from '../payments/active-subscriptions.ts';
import { insertPastDonations } from '../payments/past-donations.ts';
import { paidDonation } from './paid-donation.ts';
import { withoutInput, type SomeCalls, type ValidCall } from './valid-call.ts';

const password = donorPassword;

/** Prepares a call about a year in which the caller donated. */
const forYearOfDonation: ValidCall = async (app, { caller }) => {
  await insertPastDonations(app.deps, [{ donor_id: caller.user.id }]);
  return { params: { year: '2026' } };
};

const forOwnPlan: ValidCall = async (app, { owner }) => ({ params: { id: await insertActivePlan(app, owner) } });

/** A successful call of each endpoint for signed-in users. */
export const signedInCalls = {
  getUser: withoutInput,
  listDonations: withoutInput,
  getImpact: withoutInput,
  getImpactMonths: withoutInput,
  getRewards: withoutInput,
  listStatements: withoutInput,
  downloadYearlyStatement: forYearOfDonation,
  downloadYearlyTable: forYearOfDonation,
  claimDonation: async (app) => ({ body: {}, params: { id: await paidDonation(app) } }),
  getAccount: withoutInput,
  updateProfile: () => ({ body: { firstName: 'Ana', lastName: '', country: 'CA', timeZone: 'America/Toronto' } }),
  resendConfirmation: withoutInput,
  changeEmail: () => ({ body: { email: registration().email, password } }),
  changePassword: () => ({ body: { password, newPassword: password } }),
  listDevices: withoutInput,
  endOtherDevices: withoutInput,
  endDevice: async (app, { owner }) => ({ params: { id: await otherDevice(app, owner) } }),
  downloadData: withoutInput,
  downloadDonations: withoutInput,
  startSecondFactor: () => ({ body: { password } }),
  confirmSecondFactor: async (app, { caller }) => ({ body: { code: await createConfirmingCode(app, caller) } }),
  removeSecondFactor: async (app, { caller }) => ({ body: { password, code: await createRecoveryCode(app, caller) } }),
  deleteAccount: () => ({ body: { password } }),
  listPlans: withoutInput,
  changePlan: async (app, { owner }) => ({ params: { id: await insertActivePlan(app, owner) }, body: { amount: 5 } }),
  pausePlan: async (app, { owner }) => ({ params: { id: await insertActivePlan(app, owner) }, body: { months: 2 } }),
  resumePlan: forOwnPlan,
  cancelPlan: forOwnPlan,
  openPlanPortal: forOwnPlan,
  listPlanCharges: forOwnPlan,
  joinTeam: async (app, { owner }) => ({ body: { token: await invite(app, owner.user.email) } }),
} as const satisfies SomeCalls;

async function otherDevice(app: TestApp, { cookie, user }: SignedIn): Promise<string> {
  await logInAt(app, { username: user.username, password });
  const devices = await call(app, { method: 'GET', url: '/api/account/devices', cookie });
  const other = devices.json<{ id: string; isCurrent: boolean }[]>().find(({ isCurrent }) => !isCurrent);
  if (!other) throw new Error('no other device');
  return other.id;
}
