import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { impactReport } from '#domain/report/impact-report.ts';
import { headlineFigures, illustrativeNote, summaryOf } from '#domain/report/report-words.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { DonateLink } from '#web/layout/donate-link.tsx';
import '#web/pages/text-page.css';
import { ShareBlock } from '#web/share/index.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import './report.css';
import { MonthTable, RegionTable } from './report-tables.tsx';
import { useReportYear, yearAttribute } from './use-report-year.ts';

/** `/impact-report`: the year before this one, on a page and as a document to keep (spec 2, Impact report). */
export default function ImpactReportPage(): JSX.Element {
  const year = useReportYear();
  return (
    <>
      <PageHead
        title={`Impact Report ${year}`}
        description={`What a year of skipped snacks comes to: the ${brand.name} impact report with an example of its figures.`}
        path="/impact-report"
      />
      <article className="text report" {...{ [yearAttribute]: year }}>
        <PageLink to="/impact" className="link report-deed">
          Back to Your Impact
        </PageLink>
        <h1>{`Impact Report ${year}`}</h1>
        <p className="text-lead">{`Our annual report: January to December ${year}.`}</p>
        <p className="report-note">{illustrativeNote}</p>
        <a href="/api/impact-report.pdf" download className="button button-primary report-deed">
          Download PDF
        </a>
        <Summary year={year} />
        <MonthTable />
        <RegionTable />
        <Partners />
        <LookingAhead />
        <div className="report-deed mt-12">
          <ShareBlock
            title="Pass it on"
            text="What a year of skipped snacks can come to."
            path="/impact-report"
            hashtags={['FoodBanks']}
          />
        </div>
      </article>
    </>
  );
}

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
    <DonateLink className="report-deed mt-8">Donate Now</DonateLink>
  </section>
);
