import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import type { CustomerRecord, InvoiceRecord, PortalSessionRecord } from '../state/billing-records.ts';
import { billDueSubscriptions } from '../stripe-billing/bill-due-subscriptions.ts';
import { customerOf } from '../stripe-billing/draft-invoice.ts';
import { payInvoice } from '../stripe-billing/pay-invoice.ts';
import { cardOfCustomer, refusalOf, replaceCard } from '../stripe-billing/replace-card.ts';
import { cardFormSchema, emptyCardForm, readCardForm } from './card-form.ts';
import type { CardForm } from './card-form.ts';
import type { FormState } from './card-fields.ts';
import { invoicePage } from './invoice-page.ts';
import { sendPage } from './layout.ts';
import { unknownPage } from './notice-pages.ts';
import { portalPage } from './portal-page.ts';

/** How long the address of a portal visit works. */
const portalSeconds = 3600;

const untouched: FormState<CardForm> = { form: emptyCardForm, errors: {}, refusal: null };

/** The pages of those who pay each month: the portal, and the page of each bill. Neither needs a script. */
export function registerBillingPages(app: FastifyInstance, sandbox: Sandbox): void {
  const portal = visiting(sandbox, findPortalSession);
  const bill = visiting(sandbox, findInvoice);
  app.get('/p/session/:id/:secret', portal(showPortal));
  app.post('/p/session/:id/:secret', portal(submitCard));
  app.get('/i/:id/:secret', bill(showInvoice));
  app.post('/i/:id/:secret', bill(submitPayment));
}

/** One visit to a page of this subject. */
interface Visit<Subject> {
  readonly sandbox: Sandbox;
  readonly subject: Subject;
  readonly customer: CustomerRecord;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Secret = { readonly customerId: string; readonly pageSecret: string };

/** Leads a request to its subject; who does not know the secret of the address finds nothing. */
function visiting<Subject extends Secret>(
  sandbox: Sandbox,
  find: (sandbox: Sandbox, id: string) => Subject | undefined,
) {
  return (act: (visit: Visit<Subject>) => FastifyReply) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      billDueSubscriptions(sandbox);
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

function showPortal(visit: Visit<PortalSessionRecord>, state = untouched): FastifyReply {
  const { sandbox, subject, customer, request, reply } = visit;
  const isReplaced = (request.query as { replaced?: unknown }).replaced === '1' && state === untouched;
  const content = portalPage(sandbox, subject, customer, { ...state, isReplaced });
  return sendPage(reply, { title: 'Your monthly payments', content });
}

function submitCard(visit: Visit<PortalSessionRecord>): FastifyReply {
  const { sandbox, subject, customer, request, reply } = visit;
  const form = cardFormSchema.parse(request.body ?? {});
  const read = readCardForm(form, sandbox.clock.nowSeconds());
  if (read.code === 'invalid') return showPortal(visit, { form, errors: read.errors, refusal: null });
  const failure = refusalOf(read.card);
  if (failure !== null) return showPortal(visit, { ...untouched, refusal: failure.message });
  replaceCard(sandbox, customer, cardOfCustomer(sandbox, customer, read.card, read.name));
  return reply.redirect(`/p/session/${subject.id}/${subject.pageSecret}?replaced=1`, 303);
}

function showInvoice({ sandbox, subject, reply }: Visit<InvoiceRecord>, state = untouched): FastifyReply {
  const content = invoicePage(subject, sandbox.config.productName, state);
  return sendPage(reply, { title: `Bill ${subject.number ?? ''}`, content });
}

function submitPayment(visit: Visit<InvoiceRecord>): FastifyReply {
  const { sandbox, subject, customer, request, reply } = visit;
  const form = cardFormSchema.parse(request.body ?? {});
  const read = readCardForm(form, sandbox.clock.nowSeconds());
  if (read.code === 'invalid') return showInvoice(visit, { form, errors: read.errors, refusal: null });
  const method = cardOfCustomer(sandbox, customer, read.card, read.name);
  const result = payInvoice(sandbox, subject.id, method);
  if (result.code === 'refused') return showInvoice(visit, { ...untouched, refusal: result.failure.message });
  if (result.code === 'paid') replaceCard(sandbox, customer, method);
  return reply.redirect(`/i/${subject.id}/${subject.pageSecret}`, 303);
}
