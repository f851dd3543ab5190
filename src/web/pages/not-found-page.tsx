import type { JSX } from 'react';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { PageHead } from '#web/layout/page-head.tsx';
import { PicturePage } from '#web/layout/picture-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** The page for unknown addresses (spec 2). */
export default function NotFoundPage(): JSX.Element {
  return (
    <>
      <PageHead title="Page not found" description="There is no page at this address." path="/404" isIndexed={false} />
      <PicturePage
        picture="/art/fork-question.svg"
        title="404 Page Not Found"
        text="There's nothing on this plate. The page may have moved, or the address may have a typo."
      >
        <ButtonLink to="/">Back to Home</ButtonLink>
        <DonateLink tone="secondary">Donate Now</DonateLink>
      </PicturePage>
    </>
  );
}
