import { serviceFeePercent } from '#domain/donation/pricing.ts';
import { siteName } from '#web/page-settings.ts';
import type { TextSection } from '#web/pages/text-page.tsx';
import { Link } from '#web/ui/link.tsx';

/** The terms for donations. */
export const donationSections: readonly TextSection[] = [
  {
    id: 'agreement',
    title: 'Our agreement',
    content: (
      <p>
        {`By donating, opening an account or otherwise using ${siteName()}, you agree to these terms. If you do not agree to them, please do not use the service.`}
      </p>
    ),
  },
  {
    id: 'who-may-use',
    title: `Who may use ${siteName()}`,
    content: (
      <p>
        You must be 18 years or older, or have the consent of a parent or guardian who agrees to these terms on your
        behalf. You may only pay with a card or account that you are authorized to use.
      </p>
    ),
  },
  {
    id: 'donations',
    title: 'Donations',
    content: (
      <>
        <p>
          A donation is a gift. You choose one or more snacks or a custom amount, and the charity that receives it. You
          see the full price, line by line, before you pay. A donation is complete when the payment provider confirms
          the payment; you then get a receipt.
        </p>
        <p>
          Numbers of meals are estimates. They&apos;re based on what a snack costs; each charity decides how best to use
          the money.
        </p>
      </>
    ),
  },
  {
    id: 'service-fee',
    title: 'Service fee',
    content: (
      <p>
        {`We add a service fee of ${serviceFeePercent}% to each donation. It covers the cost of running ${siteName()}. It is shown separately before you pay, on the payment page and on the receipt.`}
      </p>
    ),
  },
  {
    id: 'payments',
    title: 'Payments and currencies',
    content: (
      <p>
        You pay by card on our card payment provider&apos;s page, or with PayPal. Their own terms apply to the payment.
        Cards are charged in Canadian dollars. If you see prices in another currency, the amount we will charge is shown
        beside them. We never see or store your card details.
      </p>
    ),
  },
  {
    id: 'monthly',
    title: 'Monthly donations',
    content: (
      <p>
        Monthly donations require an account. They repeat each month until you stop them. You can change the amount or
        the charity, pause, or cancel at any time in your account settings, without giving a reason. Payments already
        made are not affected.
      </p>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    content: (
      <p>
        Gifts are passed on to charities and are usually not refundable. If you gave twice by accident, the amount was
        wrong, or someone else used your card,{' '}
        <Link to="/contact" className="link">
          contact us
        </Link>{' '}
        and we will put it right. Refunds go to the original payment method, service fee included.
      </p>
    ),
  },
  {
    id: 'taxes',
    title: 'Taxes',
    content: (
      <p>
        {`Donations made through ${siteName()} are not tax-deductible. Our receipts are for your own records and are not tax receipts.`}
      </p>
    ),
  },
];
