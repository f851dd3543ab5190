import type { JSX, ReactNode } from 'react';
import { PageHead } from '#web/layout/page-head.tsx';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { ShareBlock } from '#web/share/index.ts';
import { Link } from '#web/ui/link.tsx';

interface ReportFrameProps {
  readonly year: string;
  readonly description: string;
  /** The page's path with its query. */
  readonly path: `/${string}`;
  readonly lead: string;
  /** Says where the figures come from. */
  readonly note: string;
  readonly pdf: string;
  readonly children: ReactNode;
}

/** The parts that every report shows around its figures. */
export const ReportFrame = (props: ReportFrameProps): JSX.Element => (
  <>
    <PageHead title={`Impact Report ${props.year}`} description={props.description} path={props.path} />
    <article className="text report" {...{ [yearAttribute]: props.year }}>
      <Link to="/impact" className="link report-action">
        Back to Your Impact
      </Link>
      <h1>{`Impact Report ${props.year}`}</h1>
      <p className="text-lead">{props.lead}</p>
      <p className="report-note">{props.note}</p>
      <a href={props.pdf} download className="button button-primary report-action">
        Download PDF
      </a>
      {props.children}
      <div className="report-action mt-12">
        <ShareBlock
          title="Pass it on"
          text="What a year of skipped snacks can add up to."
          path={props.path}
          hashtags={['FoodBanks']}
        />
      </div>
    </article>
  </>
);

/** The name of the attribute that contains the year the page was served with. */
export const yearAttribute = 'data-report-year';

interface SummaryProps {
  readonly text: string;
  readonly headlines: readonly { readonly name: string; readonly figure: string }[];
}

/** A sentence and the four headline figures. */
export const Summary = ({ text, headlines }: SummaryProps): JSX.Element => (
  <section aria-labelledby="summary-heading">
    <h2 id="summary-heading">Summary</h2>
    <p>{text}</p>
    <dl className="report-figures">
      {headlines.map(({ name, figure }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  </section>
);

interface ReportSectionProps {
  /** Prefix of the heading's id. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

export const ReportSection = ({ id, title, note, children }: ReportSectionProps): JSX.Element => (
  <section aria-labelledby={`${id}-heading`}>
    <h2 id={`${id}-heading`}>{title}</h2>
    <p>{note}</p>
    {children}
  </section>
);

export const DonateNow = (): JSX.Element => <DonateLink className="report-action mt-8">Donate Now</DonateLink>;
