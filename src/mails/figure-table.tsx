import { mailStyle } from './mail-style.ts';

interface FigureTableProps {
  readonly title: string;
  readonly figures: readonly (readonly [name: string, value: string])[];
  /** Name of the figure that stands out. */
  readonly strong: string;
}

/** Figures with their names, one a line, in markup and in plain text alike. */
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
