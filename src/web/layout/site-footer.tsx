import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { NewsletterForm } from '#web/newsletter/index.ts';
import { siteName, socialLinks } from '#web/page-settings.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { footerLists } from './site-links.ts';

/** Brand, links, newsletter and the tax notice (spec 2, Footer). */
export const SiteFooter = (): JSX.Element => (
  <footer className="site-footer">
    <div className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-16">
      <div className="grid gap-8 sm:grid-cols-2 lg:grid-cols-[3fr_2fr_2fr_4fr]">
        <BrandBlurb />
        {footerLists.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-2 text-lg">{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={label}>
                  <Link to={to} className="footer-link">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <NewsletterForm />
      </div>
      <div className="mt-12 grid gap-2 text-sm text-night-muted">
        <p>{`© ${brand.foundedIn} ${siteName()}. All rights reserved.`}</p>
        <p>{`Donations made through ${siteName()} are not tax-deductible.`}</p>
      </div>
    </div>
  </footer>
);

const BrandBlurb = (): JSX.Element => (
  <div className="min-w-0 sm:col-span-2 lg:col-span-1">
    <p className="text-2xl font-extrabold tracking-tight">{siteName()}</p>
    <p className="mt-2 max-w-90 text-night-muted">
      {`${brand.tagline} We turn the price of everyday snacks into donations for food banks and other charities that fight hunger.`}
    </p>
    <ul className="mt-4 flex flex-wrap gap-2">
      {socialLinks().map(({ network, url }) => (
        <li key={network}>
          <a href={url} rel="me noreferrer" className="social-link" aria-label={`${siteName()} on ${network}`}>
            <Icon name={network} className="size-5" />
          </a>
        </li>
      ))}
    </ul>
  </div>
);
