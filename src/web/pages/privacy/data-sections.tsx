import { brand } from '#domain/brand.ts';
import { AnalyticsChoice } from '#web/analytics/index.ts';
import type { TextSection } from '#web/pages/sectioned-page.tsx';

/** What we have, what for, where, and who else sees it. */
export const dataSections: readonly TextSection[] = [
  {
    id: 'information',
    title: 'Information we collect',
    content: (
      <ul>
        <li>
          <strong>Of every donation:</strong> amount, fee, charity, snacks, time, your time zone and the payment&apos;s
          number at the provider. Without an account there is no name beside it.
        </li>
        <li>
          <strong>Of an account:</strong> user name, e-mail address, country, first and last name if you give them, a
          hash of your password, and the devices you are signed in on.
        </li>
        <li>
          <strong>Of a message to us:</strong> your name, e-mail address and what you write.
        </li>
        <li>
          <strong>Of the newsletter:</strong> your e-mail address, and when and to which words you agreed.
        </li>
        <li>
          <strong>Of a visit:</strong> the address of your connection, for as long as we need it to fend off abuse. It
          is not in our records of requests.
        </li>
      </ul>
    ),
  },
  {
    id: 'use',
    title: 'How we use it',
    content: (
      <ul>
        <li>to carry out your donations and give you receipts, history, impact and rewards;</li>
        <li>to charge, change or stop monthly donations as you wish;</li>
        <li>to send mails about your account and gifts, and the newsletter if you confirmed it;</li>
        <li>to answer your messages;</li>
        <li>to keep correct books, as the law asks, and to prevent fraud.</li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and your browser',
    content: (
      <>
        <p>
          {`${brand.name} sets two cookies when you sign in: `}
          <code>session</code> keeps you signed in until 30 days after you last came, and <code>signed_in</code> tells
          our pages that you are, and by a short mark as whom. One more, <code>paypal_browser</code>, is set for a day
          when you pay with PayPal, so that nobody but you can complete that payment. None follows you anywhere else.
        </p>
        <p>
          Your browser itself remembers the country you chose, the basket you have not paid yet, and gifts made without
          an account, so that you can claim them later. Clear your browser&apos;s data and they are gone.
        </p>
        <p>
          We count visits with Google Analytics only where you agreed to it; your browser remembers your answer. The
          count sets cookies of its own (<code>_ga</code>) and learns which kind of page you open, when a payment is
          begun, its charity and its rounded amount: no names, no numbers of gifts, nothing that stands in an address
          behind the page. Advertising is switched off. A browser that says Do Not Track or Global Privacy Control has
          said no already.
        </p>
        <AnalyticsChoice />
      </>
    ),
  },
  {
    id: 'third-parties',
    title: 'Third parties',
    content: (
      <>
        <p>
          Our pages load fonts, pictures and scripts from us alone, but for two: the PayPal page loads PayPal&apos;s,
          and Google&apos;s count of visits is loaded if you agreed to it. Others get to know something where it is
          needed:
        </p>
        <ul>
          <li>
            <strong>Payment providers.</strong> Our card payment provider, Stripe, or PayPal, if you choose it, takes
            your payment on its own page and under its own privacy policy. We learn whether it was paid.
          </li>
          <li>
            <strong>Mail and hosting providers</strong> carry our mails and run our servers on our behalf.
          </li>
          <li>
            <strong>Charities</strong> get your gift, but not your name.
          </li>
          <li>
            <strong>Authorities,</strong> when the law obliges us.
          </li>
        </ul>
        <p>We do not sell or rent out personal information.</p>
      </>
    ),
  },
];
