import type { JSX } from 'react';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { impactReport } from '#domain/report/impact-report.ts';
import { monthsNote, regionsNote } from '#domain/report/report-words.ts';

interface Row {
  readonly name: string;
  readonly figures: readonly string[];
  /** Width of the bar below the name, in percent. */
  readonly bar?: number;
}

interface FigureTableProps {
  /** Prefix of the element ids. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** One row for each month from January to June. */
export const MonthTable = (): JSX.Element => (
  <FigureTable
    id="months"
    title="January to June, month by month"
    note={monthsNote}
    columns={['Month', 'Donations', 'Meals', 'Amount']}
    rows={impactReport.months.map(({ month, donations, meals, amount }) => ({
      name: month,
      figures: [formatCount(donations), formatCount(meals), formatMoney(amount)],
    }))}
  />
);

/** One row for each region, with its share of the year's meals as a bar. */
export const RegionTable = (): JSX.Element => (
  <FigureTable
    id="regions"
    title="Meals by region"
    note={regionsNote}
    columns={['Region', 'Share', 'Meals', 'Charities']}
    rows={impactReport.regions.map(({ region, sharePercent, meals, charities }) => ({
      name: region,
      figures: [`${sharePercent}%`, formatCount(meals), formatCount(charities)],
      bar: (sharePercent / longestShare) * 100,
    }))}
  />
);

const longestShare = Math.max(...impactReport.regions.map(({ sharePercent }) => sharePercent));

/** A table that scrolls sideways when the screen is narrow or the text large. */
const FigureTable = ({ id, title, note, columns, rows }: FigureTableProps): JSX.Element => (
  <section aria-labelledby={`${id}-heading`}>
    <h2 id={`${id}-heading`}>{title}</h2>
    <p>{note}</p>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard */}
    <div className="report-table" role="group" aria-labelledby={`${id}-heading`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figures, bar }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {bar !== undefined && <span className="report-share" style={{ width: `${bar}%` }} />}
              </th>
              {figures.map((figure, column) => (
                <td key={columns[column + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
