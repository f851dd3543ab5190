import type { JSX, ReactNode } from 'react';
import { formatCount, formatCountOf } from '#domain/money/format.ts';
import { sumDonations, useAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { useIsOwnDonation } from '#web/history/index.ts';
import { useUser } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import type { ReceiptMailView, ReceiptView } from './receipt-view.ts';

/** Tells donors where their donation is saved, and guests how to save it. Shows nothing until the session is known. */
export function OwnerNotice({ receipt }: { receipt: ReceiptView }): JSX.Element | null {
  const { status, user } = useUser();
  if (status !== 'known') return null;
  if (!user) return <GuestNotice />;
  return receipt.isConfirmed ? <DonorNotice receipt={receipt} email={user.email} /> : null;
}

function GuestNotice(): JSX.Element {
  const totals = sumDonations(useAnonymousDonations());
  const amount = useMoneyFormat()(totals.amount);
  const meals = formatCountOf(totals.meals, 'meal');
  return (
    <Notice
      title="Not signed in"
      action={
        <ButtonLink to="/auth" tone="secondary">
          Sign Up / Sign In
        </ButtonLink>
      }
    >
      {totals.donations === 0 &&
        'With an account you keep your receipts in one place and see what your gifts add up to.'}
      {totals.donations === 1 &&
        `There's an unclaimed donation on this device (${amount}, ${meals}). Sign up to claim it.`}
      {totals.donations > 1 &&
        `There are ${formatCount(totals.donations)} unclaimed donations on this device (${amount}, ${meals}). Sign up to claim them.`}
    </Notice>
  );
}

interface DonorNoticeProps {
  readonly receipt: Pick<ReceiptView, 'transactionId' | 'mail'>;
  readonly email: string;
}

/** The donation is the donor's own if their history lists it or its receipt goes to an account: only the owner is told that. */
function DonorNotice({ receipt: { transactionId, mail }, email }: DonorNoticeProps): JSX.Element | null {
  const isListed = useIsOwnDonation(transactionId);
  const isOwn = mail?.to === 'account' ? true : isListed;
  if (isOwn === undefined) return null;
  if (isOwn) return <Notice title="Saved to your account">{describeEmail(mail, email)}</Notice>;
  return (
    <Notice
      title="Not in your account yet"
      action={
        <ButtonLink to={`/claim/${encodeURIComponent(transactionId)}`} tone="secondary">
          Claim this donation
        </ButtonLink>
      }
    >
      {"This donation was made without signing in. If it's yours, you can add it to your account."}
    </Notice>
  );
}

/** States the actual status of the emailed receipt (spec-readings, Pages). */
function describeEmail(mail: ReceiptView['mail'], email: string): string {
  if (!mail) return "You'll find it, with its receipt, in your donation history.";
  const address = mail.to === 'account' ? email : 'the email address given with the payment';
  switch (mail.state) {
    case 'on_its_way':
      return `A receipt is on its way to ${address}. You'll also find it in your history.`;
    case 'sent':
      return `A receipt was emailed to ${address}. You'll also find it in your history.`;
    case 'not_possible':
      return "We couldn't email a receipt. You can view or download it in your history.";
  }
}

/** Says where a guest's receipt went. The address itself is not shown, because anyone with the link can open this page. */
export const GuestReceiptNotice = ({ state }: Pick<ReceiptMailView, 'state'>): JSX.Element => (
  <p role="status" className="text-center text-muted print:hidden">
    {guestReceiptTexts[state]}
  </p>
);

const guestReceiptTexts = {
  on_its_way: 'Your receipt is on its way to the email address you gave when you paid.',
  sent: "We've emailed your receipt to the address you gave when you paid.",
  not_possible: "We couldn't email your receipt. Please print it or save the PDF.",
} as const satisfies Record<ReceiptMailView['state'], string>;

/** Tells the owner where to change a monthly donation. */
export function MonthlyNotice({ transactionId }: { readonly transactionId: string }): JSX.Element | null {
  if (useIsOwnDonation(transactionId) !== true) return null;
  return (
    <Notice
      title="This is a monthly gift"
      action={
        <ButtonLink to="/account#monthly" tone="secondary">
          See your monthly gifts
        </ButtonLink>
      }
    >
      See your account for the next payment date. You can change, pause or cancel the gift there at any time.
    </Notice>
  );
}

interface NoticeProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

const Notice = ({ title, children, action }: NoticeProps): JSX.Element => (
  <section aria-label={title} className="donation-notice print:hidden">
    <h2 className="text-xl font-extrabold">{title}</h2>
    <p className="mt-2 wrap-anywhere">{children}</p>
    {action !== undefined && <p className="mt-4">{action}</p>}
  </section>
);
