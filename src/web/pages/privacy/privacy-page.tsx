import type { JSX } from 'react';
import { siteName } from '#web/page-settings.ts';
import { SectionedPage } from '#web/pages/text-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { dataSections } from './data-sections.tsx';
import { rightsSections } from './rights-sections.tsx';

/** `/privacy` (spec 2, Privacy). */
export default function PrivacyPage(): JSX.Element {
  return (
    <SectionedPage
      title="Privacy Policy"
      description={`What ${siteName()} knows about you, why, and how to see, correct, download or delete it.`}
      path="/privacy"
      lead="We collect what a gift requires and nothing more. You can give without telling us your name, we never see your card details, and we never sell your data."
      sections={[...dataSections, ...rightsSections]}
    >
      <Link to="/terms" className="link">
        Terms of Service
      </Link>
      <Link to="/contact" className="link">
        Contact Us
      </Link>
    </SectionedPage>
  );
}
