import type { JSX } from 'react';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { impactReport } from '#domain/report/impact-report.ts';

/** January to June, a row a month. */
export const MonthTable = (): JSX.Element => (
  <section aria-labelledby="months-heading">
    <h2 id="months-heading">January to June, month by month</h2>
    <p>The first half of the year; with the second half the figures come to those above.</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Donations</th>
          <th scope="col">Meals</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {impactReport.months.map(({ month, donations, meals, amount }) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            <td>{formatCount(donations)}</td>
            <td>{formatCount(meals)}</td>
            <td>{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** Where the meals of the year were served, a row a region, with its share as a bar. */
export const RegionTable = (): JSX.Element => (
  <section aria-labelledby="regions-heading">
    <h2 id="regions-heading">Meals by region</h2>
    <p>{`Where the ${formatCount(impactReport.meals)} meals of the year were served.`}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Region</th>
          <th scope="col">Share</th>
          <th scope="col">Meals</th>
          <th scope="col">Charities</th>
        </tr>
      </thead>
      <tbody>
        {impactReport.regions.map(({ region, sharePercent, meals, charities }) => (
          <tr key={region} className="report-share" style={{ backgroundSize: `${sharePercent}% 4px` }}>
            <th scope="row">{region}</th>
            <td>{`${sharePercent}%`}</td>
            <td>{formatCount(meals)}</td>
            <td>{charities}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
