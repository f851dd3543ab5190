import { brand } from '#domain/brand.ts';
import { serviceFeePercent } from '#domain/donation/pricing.ts';
import type { TextSection } from '#web/pages/sectioned-page.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** The terms about giving. */
export const donationSections: readonly TextSection[] = [
  {
    id: 'agreement',
    title: 'Our agreement',
    content: (
      <p>
        {`By donating, opening an account or otherwise using ${brand.name} you agree to these terms. If you do not agree with them, please do not use the service.`}
      </p>
    ),
  },
  {
    id: 'who-may-use',
    title: `Who may use ${brand.name}`,
    content: (
      <p>
        You must be 18 years or older, or have the consent of a parent or guardian, who then agrees to these terms for
        you. You may only pay with a card or account that you are allowed to use.
      </p>
    ),
  },
  {
    id: 'donations',
    title: 'Donations',
    content: (
      <>
        <p>
          A donation is a gift. You choose a snack, several, or an amount of your own, and the charity it goes to. You
          see every line of the price before you pay. A donation is complete when the payment provider tells us that it
          is paid; then you get a receipt.
        </p>
        <p>
          Numbers of meals are estimates. They follow from what a snack costs, and charities decide how they use the
          money best.
        </p>
      </>
    ),
  },
  {
    id: 'service-fee',
    title: 'Service fee',
    content: (
      <p>
        {`We add a service fee of ${serviceFeePercent}% to each donation. It pays for running ${brand.name}. It is shown as a line of its own before you pay, on the payment page and on the receipt.`}
      </p>
    ),
  },
  {
    id: 'payments',
    title: 'Payments and currencies',
    content: (
      <p>
        You pay by card on the page of our card payment provider, or with PayPal. Their own terms apply to the payment.
        Cards are charged in Canadian dollars: where you see prices in another currency, the amount that will be charged
        stands beside them. We never see or keep your card details.
      </p>
    ),
  },
  {
    id: 'monthly',
    title: 'Monthly donations',
    content: (
      <p>
        Monthly donations need an account. They repeat each month until you stop them. You can change the amount or the
        charity, pause or cancel at any time in your account settings, without giving a reason. What has been paid
        before stays paid.
      </p>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    content: (
      <p>
        Gifts are passed on and usually not paid back. If you gave twice by accident, the amount was wrong or somebody
        used your card,{' '}
        <PageLink to="/contact" className="link">
          contact us
        </PageLink>{' '}
        and we will put it right. A refund goes back the way the payment came, with its service fee.
      </p>
    ),
  },
  {
    id: 'taxes',
    title: 'Taxes',
    content: (
      <p>
        {`Donations made through ${brand.name} are not tax-deductible. Our receipts are for your own records and are no tax receipts.`}
      </p>
    ),
  },
];
