import type { FastifyInstance } from 'fastify';
import { fileSentences } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { publicLogSentences } from '#contract/public/log.ts';
import { receiptNotFound } from '#contract/receipt.ts';
import { currentSender } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { confirmPayment } from '#server/payments/index.ts';
import { proveDonation } from '#server/public-log/index.ts';
import { findReadableDonation, findReceipt } from './find-receipt.ts';
import { proofContentOf } from './receipt-proof.ts';
import { receiptFileName, receiptOf } from './receipt.ts';

/** Registers the endpoints for the public receipt of a donation, as JSON and as a PDF, and for the status of its payment. */
export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getReceipt, async ({ params, user, reply }) => {
    const receipt = await findReceipt(deps, params.id, user?.id ?? null);
    return receipt ?? sendRefusal(reply, 'donation_not_found', receiptNotFound);
  });
  registerEndpoint(app, deps, endpoints.downloadReceipt, async ({ params, user, reply }) => {
    const row = await findReadableDonation(deps.db.read, params.id, user?.id ?? null);
    if (!row) return sendRefusal(reply, 'donation_not_found', receiptNotFound);
    const proof = await proveDonation(deps, row.id);
    const receipt = receiptOf(row, proofContentOf(deps.config, proof));
    const sender = currentSender(deps);
    const written = await deps.pdf.writeNow({ kind: 'receipt', receipt, sender });
    if (written.code === 'busy') return sendRefusal(reply, 'unavailable', fileSentences.pdfBusy);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${receiptFileName(receipt, sender)}"`)
      .send(written.file);
  });
  registerEndpoint(app, deps, endpoints.getReceiptProof, async ({ params, user, reply }) => {
    const row = await findReadableDonation(deps.db.read, params.id, user?.id ?? null);
    if (!row) return sendRefusal(reply, 'donation_not_found', receiptNotFound);
    return (await proveDonation(deps, row.id)) ?? sendRefusal(reply, 'not_found', publicLogSentences.noProof);
  });
  registerEndpoint(app, deps, endpoints.confirmDonation, async ({ params, reply }) => {
    const confirmed = await confirmPayment(deps, params.id);
    if (confirmed.code === 'donation_not_found') return sendRefusal(reply, 'donation_not_found', receiptNotFound);
    return { status: confirmed.status };
  });
}
