import { mailStyle } from './mail-style.ts';

/** A name and its value. */
export type Figure = readonly [name: string, value: string];

interface FigureTableProps {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** Name of the row in bold. */
  readonly strong: string;
}

/** One row for each figure, its name on the left and its value on the right. */
export function FigureTable({ title, figures, strong }: FigureTableProps) {
  return (
    <table aria-label={title} style={mailStyle.table}>
      <tbody>
        {figures.map(([name, value]) => {
          const weight = name === strong ? mailStyle.strong : {};
          return (
            <tr key={name}>
              <th scope="row" style={{ ...mailStyle.name, ...weight }}>
                {name}
              </th>
              <td style={{ ...mailStyle.value, ...weight }}>{value}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
