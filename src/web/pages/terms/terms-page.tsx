import type { JSX } from 'react';
import { siteName } from '#web/page-settings.ts';
import { SectionedPage } from '#web/pages/text-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { donationSections } from './donation-sections.tsx';
import { rulesSections } from './rules-sections.tsx';

/** `/terms` (spec 2, Terms). */
export default function TermsPage(): JSX.Element {
  return (
    <SectionedPage
      title="Terms of Service"
      description={`What you can expect when you give through ${siteName()}, and what we ask of you.`}
      path="/terms"
      lead={
        <>
          {`These terms apply whenever you use ${siteName()}. They are short on purpose; please read them before you give. `}
          <strong>Last updated: May 2023</strong>
        </>
      }
      sections={[...donationSections, ...rulesSections]}
    >
      <Link to="/privacy" className="link">
        Privacy Policy
      </Link>
      <Link to="/contact" className="link">
        Contact Us
      </Link>
      <Link to="/" className="link">
        Back to Home
      </Link>
    </SectionedPage>
  );
}
