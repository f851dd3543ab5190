import type { JSX } from 'react';
import { contactEmail, siteName } from '#web/page-settings.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { Link } from '#web/ui/link.tsx';
import { ContactForm } from './contact-form.tsx';

/** `/contact`: a message to the team (spec 2, Contact). */
export default function ContactPage(): JSX.Element {
  return (
    <>
      <PageHead
        title="Contact Us"
        description={`Write to the ${siteName()} team. We aim to reply within 1-2 business days.`}
        path="/contact"
      />
      <div className="mx-auto max-w-reading px-4 py-12 md:px-6 md:py-16">
        <h1 className="text-4xl">Contact Us</h1>
        <p className="mt-4 text-lg text-muted">
          Your message goes to our team, and a person reads it. We aim to reply within 1-2 business days.
        </p>
        <NeedsJavaScript>{`You need JavaScript to use this form. You can write to ${contactEmail()} instead.`}</NeedsJavaScript>
        <div className="mt-8 rounded-card ruled bg-white p-4 md:p-8">
          <ContactForm />
        </div>
        <OtherWays />
      </div>
    </>
  );
}

const OtherWays = (): JSX.Element => (
  <p className="mt-6 text-muted">
    {'Many questions are answered in our '}
    <Link to="/faq" className="link">
      FAQ
    </Link>
    {'. You can also write to '}
    <a href={`mailto:${contactEmail()}`} className="link wrap-anywhere">
      {contactEmail()}
    </a>
    .
  </p>
);
