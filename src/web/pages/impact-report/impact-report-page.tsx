import { useSyncExternalStore, type JSX } from 'react';
import { impactReport } from '#domain/report/impact-report.ts';
import { reportYear, reportYearPlaceholder } from '#domain/report/report-year.ts';
import { headlineFigures, illustrativeNote, summaryOf } from '#domain/report/report-words.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { siteName } from '#web/page-settings.ts';
import '#web/pages/text-page.css';
import { ShareBlock } from '#web/share/index.ts';
import { Link } from '#web/ui/link.tsx';
import './report.css';
import { MonthSection, RegionSection } from './report-sections.tsx';

/** `/impact-report`: last year's report as a page, with a PDF to download (spec 2, Impact report). */
export default function ImpactReportPage(): JSX.Element {
  const year = useReportYear();
  return (
    <>
      <PageHead
        title={`Impact Report ${year}`}
        description={`What a year of skipped snacks adds up to: the ${siteName()} impact report, with example figures.`}
        path="/impact-report"
      />
      <article className="text report" {...{ [yearAttribute]: year }}>
        <Link to="/impact" className="link report-action">
          Back to Your Impact
        </Link>
        <h1>{`Impact Report ${year}`}</h1>
        <p className="text-lead">{`Our annual report: January to December ${year}.`}</p>
        <p className="report-note">{illustrativeNote}</p>
        <a href="/api/impact-report.pdf" download className="button button-primary report-action">
          Download PDF
        </a>
        <Summary year={year} />
        <MonthSection />
        <RegionSection />
        <Partners />
        <LookingAhead />
        <div className="report-action mt-12">
          <ShareBlock
            title="Pass it on"
            text="What a year of skipped snacks can add up to."
            path="/impact-report"
            hashtags={['FoodBanks']}
          />
        </div>
      </article>
    </>
  );
}

/** The report's year. While hydrating it is the year the page was served with, afterward the year before the visitor's. */
const useReportYear = (): string => useSyncExternalStore(subscribeToNothing, currentReportYear, servedReportYear);

/** Holds the year the page was served with. */
const yearAttribute = 'data-report-year';

const currentReportYear = (): string => String(reportYear(new Date()));

function servedReportYear(): string {
  if (typeof document === 'undefined') return reportYearPlaceholder; // prerendering: the server fills in the year
  return document.querySelector(`[${yearAttribute}]`)?.getAttribute(yearAttribute) ?? currentReportYear();
}

const subscribeToNothing = (): (() => void) => () => undefined;

const Summary = ({ year }: { readonly year: string }): JSX.Element => (
  <section aria-labelledby="summary-heading">
    <h2 id="summary-heading">Summary</h2>
    <p>{summaryOf(year)}</p>
    <dl className="report-figures">
      {headlineFigures.map(({ name, figure }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const Partners = (): JSX.Element => (
  <section aria-labelledby="partners-heading">
    <h2 id="partners-heading">Partner spotlight</h2>
    <ul className="text-cards">
      {impactReport.partners.map(({ name, text }) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

const LookingAhead = (): JSX.Element => (
  <section aria-labelledby="goals-heading">
    <h2 id="goals-heading">Looking Ahead</h2>
    <ul>
      {impactReport.goals.map((goal) => (
        <li key={goal}>{goal}</li>
      ))}
    </ul>
    <DonateLink className="report-action mt-8">Donate Now</DonateLink>
  </section>
);
