import * as z from 'zod/mini';
import type { MailContents, PlanContent } from '#domain/mail/mail.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, type Money } from '#domain/money/money.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type MailWriter, type MailWriters } from '#server/mail/mail-writer.ts';
import { findPlan, type PlanWithTerms } from './queries.ts';

const payloadSchema = z.object({
  planId: z.string(),
  change: z.optional(z.enum(['terms', 'pause', 'resume'])),
  chargeAt: z.optional(z.string()),
  nextAttemptAt: z.optional(z.string()),
  payUrl: z.optional(z.string()),
});

type PlanMailName = 'renewal_notice' | 'renewal_failed' | 'plan_changed' | 'plan_ended';

/**
 * Writes the mails about a donor's monthly gifts; to nobody when the donor has no account any more, or when the charge that
 * was to be announced will not be made: the gift was cancelled, paused or moved while the mail waited.
 */
const writePlanMail =
  (name: PlanMailName & keyof MailContents): MailWriter =>
  async (deps, job) => {
    const payload = payloadSchema.parse(JSON.parse(job.payload));
    const found = await findPlan(deps.db.read, payload.planId);
    const donor = found && (await findDonor(deps, found.plan.donor_id));
    if (!found || !donor || !isAhead(found, payload)) return undefined;
    const donorName = donor.first_name ?? donor.username;
    const content = { ...contentOf(deps, found, donorName), ...momentsOf(payload) };
    return {
      messageId: messageIdOf(deps.config, `${name}.${job.id}`),
      from: senderOf(deps.config),
      to: { name: donorName, address: donor.email },
      ...(await deps.renderMail(name, content)),
    };
  };

/** The writers of these mails, by the kind of their jobs. */
export const planMailWriters: MailWriters = {
  renewal_notice: writePlanMail('renewal_notice'),
  renewal_failed: writePlanMail('renewal_failed'),
  plan_changed: writePlanMail('plan_changed'),
  plan_ended: writePlanMail('plan_ended'),
};

type Payload = z.infer<typeof payloadSchema>;

/** Whether a charge that a mail announces, if it does, is still the next one. */
const isAhead = ({ plan }: PlanWithTerms, { chargeAt }: Payload): boolean =>
  chargeAt === undefined || plan.next_charge_at === chargeAt;

const momentsOf = ({ change, chargeAt, nextAttemptAt, payUrl }: Payload): Partial<PlanContent> => ({
  ...(change ? { change } : {}),
  ...(chargeAt ? { chargeAt: new Date(chargeAt) } : {}),
  ...(nextAttemptAt ? { nextAttemptAt: new Date(nextAttemptAt) } : {}),
  ...(payUrl ? { payUrl } : {}),
});

function contentOf({ config }: Deps, { plan, terms, charityName }: PlanWithTerms, donorName: string): PlanContent {
  return {
    donorName,
    charityName,
    total: moneyOf(terms.amount_minor + terms.service_fee_minor, terms.currency),
    charged: moneyOf(terms.charge_total_minor, terms.charge_currency),
    ...(plan.paused_until === null ? {} : { pausedUntil: new Date(plan.paused_until) }),
    timeZone: plan.time_zone,
    accountUrl: `${config.publicUrl}/account#monthly`,
  };
}

function moneyOf(amountMinor: number, currency: string): Money {
  if (!isCurrencyCode(currency)) throw new TypeError(`${currency} is no currency of ours`);
  return money(amountMinor, currency);
}

const findDonor = ({ db }: Deps, donorId: string) =>
  db.read.selectFrom('users').select(['email', 'username', 'first_name']).where('id', '=', donorId).executeTakeFirst();
