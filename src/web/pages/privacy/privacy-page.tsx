import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { SectionedPage } from '#web/pages/sectioned-page.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { dataSections } from './data-sections.tsx';
import { rightsSections } from './rights-sections.tsx';

/** `/privacy`: what we know about people, why, and what they can do about it (spec 2, Privacy). */
export default function PrivacyPage(): JSX.Element {
  return (
    <SectionedPage
      title="Privacy Policy"
      description={`What ${brand.name} knows about you, what it is for, and how you see, correct, take or delete it.`}
      path="/privacy"
      lead="We keep what a gift needs and nothing more. You can give without telling us your name, we never see your card, and we sell nothing to anybody."
      sections={[...dataSections, ...rightsSections]}
    >
      <PageLink to="/terms" className="link">
        Terms of Service
      </PageLink>
      <PageLink to="/contact" className="link">
        Contact Us
      </PageLink>
    </SectionedPage>
  );
}
