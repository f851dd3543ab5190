import type { ReactNode } from 'react';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import type { PublishedKind } from '#domain/publishing/document-kind.ts';
import type { SubjectKind } from '#domain/staff/actions.ts';
import type { Right } from '#domain/staff/rights.ts';
import { formatCalendarDay, formatCalendarMonth } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { useStaff } from '../use-staff.ts';

type Subject = AuditLogEntry['subject'];

/** The subject of an action, with a link to its page for those who may open the page. */
export function SubjectLink({ subject }: { readonly subject: Subject }): ReactNode {
  const rights = useStaff().data?.rights ?? [];
  const about = isKnown(subject.kind) ? subjects[subject.kind] : {};
  const text = about.text?.(subject.id) ?? subject.id;
  const page = about.page?.(subject);
  if (page === undefined || !rights.includes(page.right)) return text;
  return (
    <Link to={page.to} className="link">
      {text}
    </Link>
  );
}

/** A newer server may record a kind that this page does not know. */
const isKnown = (kind: string): kind is SubjectKind => Object.hasOwn(subjects, kind);

interface About {
  /** Returns the subject's name. If it is absent or returns undefined, the id is shown. */
  readonly text?: (id: string) => string | undefined;
  /** Returns the page that shows the subject, and the right that the page requires. */
  readonly page?: (subject: Subject) => { readonly to: string; readonly right: Right } | undefined;
}

const subjects: Readonly<Record<SubjectKind, About>> = {
  donation: { page: ({ id }) => ({ to: `/admin/donations/${id}`, right: 'readDonors' }) },
  donor: { page: ({ id }) => ({ to: `/admin/donors/${id}`, right: 'readDonors' }) },
  review_item: { page: () => ({ to: '/admin/review', right: 'readMoney' }) },
  movement: { page: () => ({ to: '/admin/accounting#movements', right: 'readMoney' }) },
  donations: { text: () => 'Donations', page: () => ({ to: '/admin/donations', right: 'readDonors' }) },
  plan: {},
  emails: { text: () => 'Held emails', page: () => ({ to: '/admin/review', right: 'readMoney' }) },
  message: { page: () => ({ to: '/admin/messages', right: 'readMessages' }) },
  network: { text: () => 'Messages from one network', page: () => ({ to: '/admin/messages', right: 'readMessages' }) },
  user: { page: () => ({ to: '/admin/team', right: 'manageTeam' }) },
  invitation: { page: () => ({ to: '/admin/team', right: 'manageTeam' }) },
  newsletter: { text: () => 'Newsletter', page: () => ({ to: '/admin/newsletter', right: 'readContent' }) },
  payout_batch: { page: ({ id }) => ({ to: `/admin/payouts/${id}`, right: 'readMoney' }) },
  payout: {
    page: ({ partOf }) => (partOf === null ? undefined : { to: `/admin/payouts/${partOf}`, right: 'readMoney' }),
  },
  bank_account: {
    page: ({ partOf }) => (partOf === null ? undefined : { to: `/admin/charities/${partOf}`, right: 'readMoney' }),
  },
  day: {
    text: formatCalendarDay,
    page: ({ id }) => ({ to: `/admin/accounting?day=${id}#trial-balance`, right: 'readMoney' }),
  },
  month: { text: formatCalendarMonth, page: () => ({ to: '/admin/accounting#months', right: 'readMoney' }) },
  published: { text: (id) => published.get(id)?.text, page: ({ id }) => published.get(id)?.page },
  picture: { text: () => 'Picture' },
  audit_log: { text: () => 'Audit log' },
  token: { page: () => ({ to: '/admin/integrations', right: 'useApi' }) },
  webhook: { page: () => ({ to: '/admin/integrations', right: 'manageIntegrations' }) },
};

const content = (text: string, to: string) => ({ text, page: { to, right: 'readContent' as Right } });

/** The documents that staff publish, by kind. */
const documents: Readonly<Record<PublishedKind, ReturnType<typeof content>>> = {
  rates: { text: 'Exchange rates', page: { to: '/admin/rates', right: 'readMoney' } },
  counters: content('Counters', '/admin/counters'),
  words: content('Words', '/admin/words'),
  catalogue: content('Snacks and charities', '/admin/catalogue'),
  questions: content('Questions', '/admin/words'),
  report: content('Illustrative example', '/admin/counters'),
  report_years: content('Yearly reports', '/admin/counters'),
};

const published: ReadonlyMap<string, ReturnType<typeof content>> = new Map(Object.entries(documents));
