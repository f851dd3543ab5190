import { lazy, type JSX } from 'react';
import type { TransparencyPage as Shown } from '#domain/transparency/transparency-page.ts';
import { usePageData } from '#web/page-data.ts';
import { siteName } from '#web/page-settings.ts';
import { TextPage } from '#web/pages/text-page.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { AuditSection } from './audit-section.tsx';
import { LogSection } from './log-section.tsx';
import { MoneySection } from './money-section.tsx';
import { VerifySection } from './verify-section.tsx';
import './transparency.css';

/** `/transparency`: what was received, kept, owed and paid out, and whether the books agree (decision 0152). */
export default function TransparencyPage(): JSX.Element {
  return (
    <TextPage
      title="Transparency"
      description={`What ${siteName()} received, kept, owes and paid out, and whether its books agree. Anyone can recompute every figure.`}
      path="/transparency"
      lead="What was received, kept, owed and paid out, and whether our books agree. You can recompute every figure yourself."
    >
      <LazyPart>
        <Content />
      </LazyPart>
    </TextPage>
  );
}

function Content(): JSX.Element {
  const page = usePageData<Shown>({
    address: '/transparency',
    isData: (data): data is Shown => 'figures' in data && 'audit' in data,
    standard: import.meta.env.SSR ? nothingYet : undefined,
    load: async () => (await import('./load-transparency.ts')).loadTransparency(),
  });
  return (
    <>
      <AuditSection audit={page.audit} />
      <MoneySection page={page} />
      {page.figures.months.length > 0 && (
        <LazyPart>
          <MonthCharts months={page.figures.months} />
        </LazyPart>
      )}
      <LogSection log={page.log} />
      <VerifySection />
    </>
  );
}

const MonthCharts = lazy(async () => ({ default: (await import('./transparency-charts.tsx')).MonthCharts }));

/** The content of the built page. The server renders it again with the figures. */
const nothingYet: Shown = {
  figures: { until: null, charities: [], currencies: [], months: [], medianDays: null },
  fileSha256: '',
  names: [],
  audit: null,
  log: null,
};
