import { accountEndpoints } from '#contract/endpoints/account.ts';
import { contactEndpoints } from '#contract/endpoints/contact.ts';
import { donorEndpoints } from '#contract/endpoints/donor.ts';
import { accountingEndpoints } from '#contract/endpoints/admin/money/accounting.ts';
import { adminDonationEndpoints } from '#contract/endpoints/admin/donations.ts';
import { adminDonorEndpoints } from '#contract/endpoints/admin/donors.ts';
import { approvalEndpoints } from '#contract/endpoints/admin/approvals.ts';
import { auditLogEndpoints } from '#contract/endpoints/admin/audit-log.ts';
import { teamEndpoints } from '#contract/endpoints/admin/team.ts';
import { reviewItemEndpoints } from '#contract/endpoints/admin/review/review-items.ts';
import { balanceEndpoints } from '#contract/endpoints/admin/money/balances.ts';
import { staffEndpoints } from '#contract/endpoints/admin/staff.ts';
import { reviewEndpoints } from '#contract/endpoints/admin/review/review.ts';
import { todayEndpoints } from '#contract/endpoints/admin/today.ts';
import { adminReportEndpoints } from '#contract/endpoints/admin/report.ts';
import { pictureEndpoints } from '#contract/endpoints/admin/pictures.ts';
import { ratesEndpoints } from '#contract/endpoints/admin/rates.ts';
import { catalogueEndpoints } from '#contract/endpoints/admin/catalogue.ts';
import { wordsEndpoints } from '#contract/endpoints/admin/words.ts';
import type { EndpointTable } from './endpoint.ts';
import { payoutEndpoints } from '#contract/endpoints/admin/money/payouts.ts';
import { confirmationEndpoints } from '#contract/endpoints/payout-confirmation.ts';
import { journeyEndpoints } from '#contract/endpoints/journey.ts';
import { donationEndpoints } from '#contract/endpoints/donation.ts';
import { refundEndpoints } from '#contract/endpoints/admin/money/refunds.ts';
import { newslettersEndpoints } from '#contract/endpoints/admin/newsletters.ts';
import { newsletterEndpoints } from '#contract/endpoints/newsletter.ts';
import { paypalEndpoints } from '#contract/endpoints/paypal.ts';
import { publicLogEndpoints } from '#contract/endpoints/public/log.ts';
import { questionsEndpoints } from '#contract/endpoints/public/questions.ts';
import { publicFiguresEndpoints } from '#contract/endpoints/public/figures.ts';
import { recurringEndpoints } from '#contract/endpoints/recurring.ts';
import { receiptEndpoints, reportEndpoints } from '#contract/endpoints/receipt.ts';
import { openApiEndpoints } from '#contract/endpoints/openapi.ts';
import { tokenEndpoints } from '#contract/endpoints/admin/tokens.ts';
import { transparencyEndpoints } from '#contract/endpoints/public/transparency.ts';
import { webhookEndpoints } from '#contract/endpoints/admin/webhooks.ts';
import { splitEndpoints } from '#contract/endpoints/split.ts';
import { statementEndpoints } from '#contract/endpoints/statements.ts';
import { sessionEndpoints, signInEndpoints } from '#contract/endpoints/session.ts';

/** The endpoint table. All calls of the API are registered from it (decision 0012). Pages import from `src/contract/calls`. */
export const endpoints = {
  ...donationEndpoints,
  ...receiptEndpoints,
  ...splitEndpoints,
  ...journeyEndpoints,
  ...publicLogEndpoints,
  ...transparencyEndpoints,
  ...signInEndpoints,
  ...sessionEndpoints,
  ...donorEndpoints,
  ...statementEndpoints,
  ...accountEndpoints,
  ...contactEndpoints,
  ...newsletterEndpoints,
  ...newslettersEndpoints,
  ...reportEndpoints,
  ...publicFiguresEndpoints,
  ...paypalEndpoints,
  ...recurringEndpoints,
  ...refundEndpoints,
  ...staffEndpoints,
  ...adminDonationEndpoints,
  ...adminDonorEndpoints,
  ...reviewItemEndpoints,
  ...todayEndpoints,
  ...balanceEndpoints,
  ...auditLogEndpoints,
  ...approvalEndpoints,
  ...teamEndpoints,
  ...payoutEndpoints,
  ...confirmationEndpoints,
  ...accountingEndpoints,
  ...reviewEndpoints,
  ...ratesEndpoints,
  ...wordsEndpoints,
  ...questionsEndpoints,
  ...adminReportEndpoints,
  ...catalogueEndpoints,
  ...pictureEndpoints,
  ...openApiEndpoints,
  ...tokenEndpoints,
  ...webhookEndpoints,
} as const satisfies EndpointTable;

export type EndpointName = keyof typeof endpoints;
