import type { JSX } from 'react';
import { CurrencySelector } from '#web/country/index.ts';
import { siteName, wordmark } from '#web/page-settings.ts';
import { Link } from '#web/ui/link.tsx';
import { DonateLink } from './donate-link.tsx';
import { HeaderLinks } from './header-links.tsx';
import { OwnAccountIconLink } from './own-account-link.tsx';
import { SideMenu } from './side-menu.tsx';

/** The bar at the top of every page. On narrow screens its links and the currency move into the side menu. */
export const SiteHeader = (): JSX.Element => (
  <header className="site-header">
    <div className="site-header-row">
      <Link to="/" className="mr-auto min-w-0 rounded-xl">
        <Wordmark />
      </Link>
      <nav aria-label="Main" className="hidden items-center lg:flex">
        <HeaderLinks />
      </nav>
      <OwnAccountIconLink />
      <CurrencySelector className="needs-script mx-2 hidden lg:block" />
      <DonateLink>Donate Now</DonateLink>
      <SideMenu />
    </div>
  </header>
);

/** The product's name with a bite taken out of its first letter. */
const Wordmark = (): JSX.Element => (
  <span className="wordmark" role="img" aria-label={siteName()}>
    <img src="/art/mark.svg" alt="" width="40" height="40" />
    <span aria-hidden="true">{wordmark()}</span>
  </span>
);
