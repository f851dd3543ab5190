import * as z from 'zod/mini';
import type { MailContents, PlanContent } from '#domain/mail/mail.ts';
import { mailedName } from '#domain/mail/mailed-name.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import type { JobKind } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { plansAddress } from './list-plans.ts';
import { findPlan, type PlanWithTerms } from './queries.ts';

const payloadSchema = z.object({
  planId: z.string(),
  change: z.optional(z.enum(['terms', 'pause', 'resume', 'charity_back'])),
  waitingSince: z.optional(z.string()),
  chargeAt: z.optional(z.string()),
  nextAttemptAt: z.optional(z.string()),
  payUrl: z.optional(z.string()),
  invoiceId: z.optional(z.string()),
  endCause: z.optional(z.literal('failed_payment')),
});

type PlanMailWriter = (deps: Deps, job: MailJob) => Promise<MailMessage | undefined>;

export const planMails = [
  'renewal_notice',
  'renewal_failed',
  'plan_changed',
  'choose_charity',
  'plan_ended',
] as const satisfies readonly JobKind[];

type PlanMailName = (typeof planMails)[number];

/**
 * Creates the writer of one kind of email about plans. It returns undefined if the donor's account was deleted, or if the email
 * is out of date: the announced charge was canceled, paused or moved; the failed payment was made later, or its plan has ended;
 * or the donor has chosen a charity.
 */
const writePlanMail =
  (name: PlanMailName & keyof MailContents): PlanMailWriter =>
  async (deps, job) => {
    const payload = payloadSchema.parse(JSON.parse(job.payload));
    const found = await findPlan(deps, payload.planId);
    const donor = found && (await findDonor(deps, found.plan.donor_id));
    if (!found || !donor || !(await isCurrent(deps, name, found, payload))) return undefined;
    const names = { firstName: donor.first_name, username: donor.username };
    const donorName = mailedName(names, donor.email_confirmed_at !== null);
    const content = { ...contentOf(deps, found, donorName), ...changeOf(payload) };
    return {
      messageId: messageIdOf(deps.config, `${name}.${job.id}`),
      from: senderOf(deps),
      to: { name: donorName, address: donor.email },
      ...(await deps.renderMail(name, content)),
    };
  };

export const planMailWriters: Readonly<Partial<Record<JobKind, PlanMailWriter>>> = {
  renewal_notice: writePlanMail('renewal_notice'),
  renewal_failed: writePlanMail('renewal_failed'),
  plan_changed: writePlanMail('plan_changed'),
  choose_charity: writePlanMail('choose_charity'),
  plan_ended: writePlanMail('plan_ended'),
};

type Payload = z.infer<typeof payloadSchema>;

async function isCurrent(
  deps: Deps,
  name: PlanMailName,
  { plan }: PlanWithTerms,
  { chargeAt, waitingSince, invoiceId }: Payload,
): Promise<boolean> {
  if (name === 'choose_charity') return plan.waiting_since === waitingSince;
  // the email about the end of a plan also reports its failed payment
  if (name === 'renewal_failed') return plan.status !== 'ended' && !(await isInvoicePaid(deps, invoiceId));
  return chargeAt === undefined || plan.next_charge_at === chargeAt;
}

async function isInvoicePaid({ db }: Deps, invoiceId: string | undefined): Promise<boolean> {
  if (invoiceId === undefined) return false; // older jobs do not name the invoice
  const paid = await db.read
    .selectFrom('donation_intents')
    .select('id')
    .where('provider', '=', 'stripe')
    .where('provider_session_id', '=', invoiceId)
    .where('status', 'in', ['processing', 'settled'])
    .executeTakeFirst();
  return paid !== undefined;
}

const changeOf = ({ change, chargeAt, nextAttemptAt, payUrl, endCause }: Payload): Partial<PlanContent> => ({
  ...(change ? { change } : {}),
  ...(chargeAt ? { chargeAt: new Date(chargeAt) } : {}),
  ...(nextAttemptAt ? { nextAttemptAt: new Date(nextAttemptAt) } : {}),
  ...(payUrl ? { payUrl } : {}),
  ...(endCause ? { endCause } : {}),
});

function contentOf({ config }: Deps, { plan, terms, charityName }: PlanWithTerms, donorName: string): PlanContent {
  return {
    donorName,
    charityName,
    amount: basePriceOf(terms).subtotal,
    charged: chargeOf(terms).total,
    ...(plan.paused_until === null || plan.next_charge_at === null ? {} : { resumesAt: new Date(plan.next_charge_at) }),
    ...(plan.own_pause_until === null ? {} : { isPausedByDonor: true }),
    timeZone: plan.time_zone,
    accountUrl: plansAddress(config),
  };
}

const findDonor = ({ db }: Deps, donorId: string) =>
  db.read
    .selectFrom('users')
    .select(['email', 'email_confirmed_at', 'username', 'first_name'])
    .where('id', '=', donorId)
    .executeTakeFirst();
