import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { SectionedPage } from '#web/pages/sectioned-page.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { donationSections } from './donation-sections.tsx';
import { rulesSections } from './rules-sections.tsx';

/** `/terms`: what we promise and what we ask (spec 2, Terms). */
export default function TermsPage(): JSX.Element {
  return (
    <SectionedPage
      title="Terms of Service"
      description={`What you can count on when you give through ${brand.name}, and what we ask of you.`}
      path="/terms"
      lead={
        <>
          {`These terms apply whenever you use ${brand.name}. They are short on purpose: please read them before you give. `}
          <strong>Last updated: May 2023</strong>
        </>
      }
      sections={[...donationSections, ...rulesSections]}
    >
      <PageLink to="/privacy" className="link">
        Privacy Policy
      </PageLink>
      <PageLink to="/contact" className="link">
        Contact Us
      </PageLink>
      <PageLink to="/" className="link">
        Back to Home
      </PageLink>
    </SectionedPage>
  );
}
