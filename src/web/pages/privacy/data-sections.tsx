import { AnalyticsChoice } from '#web/analytics/index.ts';
import { siteName } from '#web/page-settings.ts';
import type { TextSection } from '#web/pages/text-page.tsx';

/** What we collect, how we use it, what browsers store, and who else receives it. */
export const dataSections: readonly TextSection[] = [
  {
    id: 'information',
    title: 'Information we collect',
    content: (
      <ul>
        <li>
          <strong>When you donate:</strong> the amount, fee, charity, snacks, time, your time zone and the
          provider&apos;s payment reference. Without an account, we also keep the email address you gave when you paid,
          so that we can send your receipt and news of your donation, and help you later. No name is stored with it. Of
          a card we keep the brand and the last four digits, so that we can find your gift when you ask about it.
        </li>
        <li>
          <strong>When you open an account:</strong> your username, email address, country, time zone, first and last
          name if you give them, a hash of your password, the secret for your authenticator app if you use one, and the
          devices you are signed in on or have signed in on before.
        </li>
        <li>
          <strong>When you write to us:</strong> your name, email address and message. For 30 days we also keep a code
          made from your IP address, so that we can stop and delete floods of messages.
        </li>
        <li>
          <strong>When you subscribe to the newsletter:</strong> your email address, when you agreed, and the wording
          you agreed to.
        </li>
        <li>
          <strong>When you visit:</strong> your IP address, only as long as we need it to prevent abuse. Our request
          logs don&apos;t contain it. When you start a payment, we keep a code made from it for a day, so that stolen
          cards cannot be tried out here.
        </li>
      </ul>
    ),
  },
  {
    id: 'use',
    title: 'How we use it',
    content: (
      <ul>
        <li>to process your donations and give you receipts, history, impact and rewards;</li>
        <li>to charge, change or stop monthly donations as you choose;</li>
        <li>
          to email you receipts and news about your gifts and account, and to send you the newsletter if you confirmed
          it;
        </li>
        <li>to answer your messages;</li>
        <li>to keep accurate financial records, as the law requires, and to prevent fraud.</li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and your browser',
    content: (
      <>
        <p>
          {`${siteName()} sets three cookies when you sign in: `}
          <code>session</code> keeps you signed in for 30 days after your last visit, and <code>signed_in</code> tells
          our pages that you&apos;re signed in, with a short code for your account. <code>known_device</code> stays for
          a year, even after you sign out, so that people who guess at your password can&apos;t lock you out in this
          browser; it is also set when you choose a new password with an emailed link. When you pay,{' '}
          <code>checkout_browser</code> or, with PayPal, <code>paypal_browser</code> is set for a day, so that only you
          can complete or repeat that payment. None of them tracks you elsewhere.
        </p>
        <p>
          Your browser itself stores the country you chose, a basket or a PayPal payment that is not finished, and gifts
          made without an account, so that you can claim them later. Clearing your browser&apos;s data deletes them.
        </p>
        <p>
          We use Google Analytics only if you agree to it; your browser remembers your answer. It sets its own cookies (
          <code>_ga</code>) and records which pages you open and, when you start a payment, the charity and the rounded
          amount: no names, no donation IDs, and nothing in the address after the page name. Advertising features are
          turned off. If your browser sends Do Not Track or Global Privacy Control, we take that as a no.
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
          Our pages load fonts, pictures and scripts only from our own servers, with two exceptions: the PayPal page
          loads PayPal&apos;s script, and Google Analytics is loaded if you agreed to it. We share data with others only
          where necessary:
        </p>
        <ul>
          <li>
            <strong>Payment providers.</strong> Stripe, our card payment provider, or PayPal, if you choose it, takes
            your payment on its own page and under its own privacy policy. We learn whether it was paid, the email
            address you gave there, and the brand and last four digits of a card. If you&apos;re signed in, we tell
            Stripe your email address, so you needn&apos;t type it.
          </li>
          <li>
            <strong>Email and hosting providers</strong> deliver our emails and run our servers on our behalf.
          </li>
          <li>
            <strong>Charities</strong> receive your gift, but not your name.
          </li>
          <li>
            <strong>Authorities,</strong> when the law requires it.
          </li>
        </ul>
        <p>We do not sell or rent out personal information.</p>
      </>
    ),
  },
];
