import './home.css';
import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { DonateSection } from '#web/donate/index.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { ClosingSection } from './closing-section.tsx';
import { Hero } from './hero.tsx';
import { HistorySection } from './history-section.tsx';
import { ImpactSection } from './impact-section.tsx';
import { StepsSection } from './steps-section.tsx';

/** The home page, in the spec's order (spec 2, Home sections). */
export default function HomePage(): JSX.Element {
  return (
    <>
      <PageHead title={brand.tagline} description={brand.description} path="/" />
      <Hero />
      <StepsSection />
      <DonateSection />
      <ImpactSection />
      <HistorySection />
      <ClosingSection />
    </>
  );
}
