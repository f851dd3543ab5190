import type { JSX } from 'react';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { impactReport } from '#domain/report/impact-report.ts';

const { donations, meals, amount, countries, charities, volunteerHours, growthPercent } = impactReport;

/** The year in a few sentences. */
export const Summary = ({ year }: { readonly year: string }): JSX.Element => (
  <section aria-labelledby="summary-heading">
    <h2 id="summary-heading">Summary</h2>
    <p>
      {`In ${year}, donors in ${countries} countries skipped a snack ${formatCount(donations)} times. What they gave came to ${formatCount(meals)} meals, served by ${charities} partnered charities with ${formatCount(volunteerHours)} volunteer hours. That is growth of ${growthPercent}% over the year before.`}
    </p>
  </section>
);

const headlines = [
  { name: 'Donations', figure: formatCount(donations) },
  { name: 'Meals provided', figure: formatCount(meals) },
  { name: 'Amount donated', figure: formatMoney(amount) },
  { name: 'Countries', figure: formatCount(countries) },
] as const;

/** The four headline figures. */
export const HeadlineFigures = (): JSX.Element => (
  <dl className="report-figures">
    {headlines.map(({ name, figure }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
);
