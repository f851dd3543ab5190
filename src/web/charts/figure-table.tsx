import './charts.css';
import type { JSX } from 'react';
import { Icon } from '#web/ui/icon.tsx';

interface FigureRow {
  readonly name: string;
  readonly figures: readonly string[];
}

interface FigureTableProps {
  /** Says what the figures are about, for screen readers. */
  readonly label: string;
  /** The first column has the names of the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
}

/** Rows of figures. The area scrolls sideways when the screen is narrow or the text large. */
export const FigureTable = ({ label, columns, rows }: FigureTableProps): JSX.Element => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
  <div className="figure-table" role="group" aria-label={label} tabIndex={0}>
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
        {rows.map(({ name, figures }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two charities can have the same name
          <tr key={index}>
            <th scope="row">{name}</th>
            {figures.map((figure, column) => (
              <td key={columns[column + 1]}>{figure}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** The figures of a chart, in a collapsed table below it. On paper the table is open. */
export const CollapsibleFigures = (figures: FigureTableProps): JSX.Element => (
  <details className="figures-more">
    <summary>
      <span>
        Show as table<span className="sr-only">{`: ${figures.label}`}</span>
      </span>
      <Icon name="chevron" className="size-5" />
    </summary>
    <FigureTable {...figures} />
  </details>
);
