import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import type { CustomerRecord, InvoiceRecord, PortalSessionRecord } from '../stripe/billing/records.ts';
import { processDueSubscriptions } from '../stripe/billing/due-subscriptions.ts';
import { customerOf } from '../stripe/billing/draft-invoice.ts';
import { payInvoice } from '../stripe/billing/pay-invoice.ts';
import { newPaymentMethod, declineOf, replaceCard } from '../stripe/billing/replace-card.ts';
import { cardFormSchema, emptyCardForm, readCardForm, type CardForm } from './payment-form.ts';
import type { FormState } from './card-fields.ts';
import { invoicePage, portalPage } from './billing-pages.ts';
import { sendPage } from './layout.ts';
import { unknownPage } from './checkout-pages.ts';

/** The time for which the URL of a portal session works. */
const portalSeconds = 3600;

const emptyState: FormState<CardForm> = { form: emptyCardForm, errors: {}, decline: null };

/** Registers the pages for monthly payers: the portal and the invoice page. Neither needs a script. */
export function registerBillingPages(app: FastifyInstance, sandbox: Sandbox): void {
  const portal = pageHandler(sandbox, findPortalSession);
  const invoice = pageHandler(sandbox, findInvoice);
  app.get('/p/session/:id/:secret', portal(showPortal));
  app.post('/p/session/:id/:secret', portal(submitCard));
  app.get('/i/:id/:secret', invoice(showInvoice));
  app.post('/i/:id/:secret', invoice(submitPayment));
}

/** One request for the page of a portal session or an invoice. */
interface Visit<Subject> {
  readonly sandbox: Sandbox;
  readonly subject: Subject;
  readonly customer: CustomerRecord;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type WithSecret = { readonly customerId: string; readonly pageSecret: string };

/** Handles requests for a portal session or an invoice. Without the secret in the URL, the response is 404. */
function pageHandler<Subject extends WithSecret>(
  sandbox: Sandbox,
  find: (sandbox: Sandbox, id: string) => Subject | undefined,
) {
  return (act: (visit: Visit<Subject>) => FastifyReply) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      processDueSubscriptions(sandbox);
      const { id, secret } = request.params as { id: string; secret: string };
      const subject = find(sandbox, id);
      if (subject?.pageSecret !== secret) {
        return sendPage(reply, { title: 'No such payment page', content: unknownPage() }, 404);
      }
      return act({ sandbox, subject, customer: customerOf(sandbox, subject), request, reply });
    };
}

function findPortalSession({ store, clock }: Sandbox, id: string): PortalSessionRecord | undefined {
  const session = store.portalSessions.get(id);
  return session !== undefined && session.created > clock.nowSeconds() - portalSeconds ? session : undefined;
}

function findInvoice({ store }: Sandbox, id: string): InvoiceRecord | undefined {
  const invoice = store.invoices.get(id);
  return invoice?.finalizedAt === null ? undefined : invoice;
}

function showPortal(visit: Visit<PortalSessionRecord>, state = emptyState): FastifyReply {
  const { sandbox, subject, customer, request, reply } = visit;
  const isReplaced = (request.query as { replaced?: unknown }).replaced === '1' && state === emptyState;
  const content = portalPage(sandbox, subject, customer, { ...state, isReplaced });
  return sendPage(reply, { title: 'Your monthly payments', content });
}

function submitCard(visit: Visit<PortalSessionRecord>): FastifyReply {
  const { sandbox, subject, customer, request, reply } = visit;
  const form = cardFormSchema.parse(request.body ?? {});
  const read = readCardForm(form, sandbox.clock.nowSeconds());
  if (read.code === 'invalid') return showPortal(visit, { form, errors: read.errors, decline: null });
  const failure = declineOf(read.card);
  if (failure !== null) return showPortal(visit, { ...emptyState, decline: failure.message });
  replaceCard(sandbox, customer, newPaymentMethod(sandbox, customer, read.card, read.name));
  return reply.redirect(`/p/session/${subject.id}/${subject.pageSecret}?replaced=1`, 303);
}

function showInvoice({ sandbox, subject, reply }: Visit<InvoiceRecord>, state = emptyState): FastifyReply {
  const content = invoicePage(subject, sandbox.config.productName, state);
  return sendPage(reply, { title: `Invoice ${subject.number ?? ''}`, content });
}

function submitPayment(visit: Visit<InvoiceRecord>): FastifyReply {
  const { sandbox, subject, customer, request, reply } = visit;
  const form = cardFormSchema.parse(request.body ?? {});
  const read = readCardForm(form, sandbox.clock.nowSeconds());
  if (read.code === 'invalid') return showInvoice(visit, { form, errors: read.errors, decline: null });
  const method = newPaymentMethod(sandbox, customer, read.card, read.name);
  const result = payInvoice(sandbox, subject.id, method);
  if (result.code === 'declined') return showInvoice(visit, { ...emptyState, decline: result.failure.message });
  if (result.code === 'paid') replaceCard(sandbox, customer, method);
  return reply.redirect(`/i/${subject.id}/${subject.pageSecret}`, 303);
}
