import './charts.css';
import { scaleLinear } from 'd3-scale';
import type { JSX } from 'react';

/** One category with its figure. */
interface Category {
  readonly name: string;
  /** The length, 0 or more. */
  readonly value: number;
  /** The value as text: `$12.50`. */
  readonly figure: string;
}

interface CategoryBarsProps {
  readonly categories: readonly Category[];
  /** One sentence about what the chart shows. */
  readonly sentence: string;
}

/** Categories as bars from left to right, each with its name and figure. The longest bar has the full width. */
export function CategoryBars({ categories, sentence }: CategoryBarsProps): JSX.Element {
  const lengthOf = scaleLinear([0, Math.max(1, ...categories.map(({ value }) => value))], [0, 100]);
  return (
    <div role="img" aria-label={sentence} className="category-bars">
      {categories.map(({ name, value, figure }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two charities can have the same name
        <div key={index}>
          <p>
            <span>{name}</span>
            <strong>{figure}</strong>
          </p>
          <svg>
            <rect width="100%" height="100%" rx="0.25em" className="chart-track" />
            <rect width={`${lengthOf(value)}%`} height="100%" rx="0.25em" className="chart-bar" />
          </svg>
        </div>
      ))}
    </div>
  );
}
