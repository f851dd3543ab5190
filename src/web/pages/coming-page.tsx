import type { JSX } from 'react';
import { useLocation } from 'react-router';
import { brand } from '#domain/brand.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { PageHead } from '#web/layout/page-head.tsx';
import { PicturePage } from '#web/layout/picture-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

interface ComingText {
  readonly title: string;
  readonly text: string;
}

/** What each page that is not open yet will hold, and what already works in its place. */
const comingTexts: Readonly<Record<string, ComingText>> = {
  '/about': {
    title: 'About us',
    text: `Our story is still being written down. In short: ${brand.name} turns the price of a snack you skip into food for somebody who needs it.`,
  },
  '/contact': {
    title: 'Contact us',
    text: `Our contact form is not open yet. Write to ${brand.contactEmail} and a person will read it.`,
  },
  '/donation-history': {
    title: 'My donations',
    text: 'Your list of gifts opens together with accounts. Until then, keep the receipt that you see after donating.',
  },
  '/faq': {
    title: 'Frequently asked questions',
    text: `Our answers are not ready to be read yet. Ask us anything at ${brand.contactEmail}.`,
  },
  '/impact': {
    title: 'Your impact',
    text: 'This page will add up what your gifts have done. It opens together with accounts; donating works today.',
  },
  '/impact-report': {
    title: 'Impact report',
    text: 'There is no report to show yet.',
  },
  '/privacy': {
    title: 'Privacy policy',
    text: 'The full policy is not published yet. In short: we never see or keep your card details, and nothing on these pages is loaded from anybody else.',
  },
  '/terms': {
    title: 'Terms of service',
    text: 'The full terms are not published yet. In short: gifts are voluntary, a 10% service fee is added to them, and they are not tax-deductible.',
  },
};

/** A page whose content is not there yet: says so, says what works today, and leads on. */
export default function ComingPage(): JSX.Element {
  const { pathname } = useLocation();
  const { title, text } = comingTexts[pathname.replace(/\/$/, '')] ?? { title: 'Not open yet', text: '' };
  return (
    <>
      <PageHead title={title} description={text} path={pathname} isIndexed={false} />
      <PicturePage picture="/art/bowl-empty.svg" title={title} text={text}>
        <DonateLink>Donate Now</DonateLink>
        <ButtonLink to="/" tone="secondary">
          Back to Home
        </ButtonLink>
      </PicturePage>
    </>
  );
}
