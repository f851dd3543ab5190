import './charts.css';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { CSSProperties, JSX, ReactNode } from 'react';
import { isNameWide, shownGroups, valueRooms, type Room } from './label-choice.ts';

/** A bar of the chart, which shows its bars from left to right. */
export interface Bar {
  /** The short name below the bar: `Nov`. */
  readonly label: string;
  /** The group of the bar, written below the first label of each group: `2026`. Empty if there are no groups. */
  readonly group: string;
  /** The full name: `November 2026`. */
  readonly name: string;
  /** The height: whole, 0 or more. */
  readonly value: number;
  /** The part of the value that the previous bar already had, drawn lighter at the bottom. At most `value`. */
  readonly before: number;
}

interface BarChartProps {
  readonly bars: readonly Bar[];
  readonly tone: 'brand' | 'leaf';
  /** One sentence about what the chart shows. */
  readonly sentence: string;
  /** Formats a value for a label. */
  readonly format: (value: number) => string;
}

/**
 * Bars over time. In the plot, widths are percentages and heights are in `em`, so the chart fits any width and grows with the
 * text. Screen readers get the sentence; the figures belong in a table next to the chart.
 */
export function BarChart({ bars, tone, sentence, format }: BarChartProps): JSX.Element {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const heightOf = scaleLinear().domain([0, highest]).rangeRound([0, plotHeight]).nice(ticksWanted);
  const ticks = heightOf.ticks(ticksWanted).filter(Number.isInteger);
  const texts = ticks.map(format);
  const axisWidth = 60 * Math.max(...texts.map(({ length }) => length)) + 50; // a digit is about 0.6 em wide
  return (
    <div role="img" aria-label={sentence} className={`chart chart-${tone}`}>
      <svg className="chart-axis" style={{ width: em(axisWidth) }}>
        {ticks.map((tick, index) => (
          <text key={tick} y={em(baseline - heightOf(tick))} dy="0.3em">
            {texts[index]}
          </text>
        ))}
      </svg>
      <div className="chart-plot">
        <svg>
          {ticks.map((tick) => (
            <GridLine key={tick} y={em(baseline - heightOf(tick))} isBase={tick === 0} />
          ))}
          <Bars bars={bars} heightOf={heightOf} format={format} />
        </svg>
      </div>
    </div>
  );
}

const GridLine = ({ y, isBase }: { readonly y: string; readonly isBase: boolean }): JSX.Element => (
  <line x2="100%" y1={y} y2={y} className={isBase ? 'chart-base' : 'chart-grid'} />
);

/** The space for values above the plot, the plot's height, and the position of its zero line, in hundredths of an em. */
const headroom = 175;
const plotHeight = 1000;
const baseline = headroom + plotHeight;

const ticksWanted = 4;

/** The most characters with which the last value stays within the chart if it is centered above its bar. */
const shortTextMax = 6;

const em = (hundredths: number): string => `${hundredths / 100}em`;

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly heightOf: (value: number) => number;
  readonly format: (value: number) => string;
}

/** The bars with their values and names. The inner picture cuts the bars off at its lower edge, the zero line. */
function Bars({ bars, heightOf, format }: BarsProps): JSX.Element {
  const scale = scaleBand([...bars.keys()], [0, 100])
    .paddingInner(0.3)
    .paddingOuter(0.15);
  const across = (index: number) => ({ x: `${scale(index) ?? 0}%`, width: `${scale.bandwidth()}%` });
  const center = (index: number): string => `${(scale(index) ?? 0) + scale.bandwidth() / 2}%`;
  const lowerTo = (value: number): CSSProperties => ({ transform: `translateY(${em(plotHeight - heightOf(value))})` });
  const texts = bars.map(({ value }) => format(value));
  const isLastLong = (texts.at(-1)?.length ?? 0) > shortTextMax; // then its text ends near the end of its bar
  const rooms = valueRooms(
    bars.map(({ value }) => value),
    isLastLong,
  );
  const groups = shownGroups(bars.map(({ group }) => group));
  return (
    <>
      <svg y={em(headroom)} height={em(plotHeight)}>
        {bars.map(({ name, value, before }, index) => (
          <g key={name}>
            <title>{`${name}: ${format(value)}`}</title>
            <rect {...across(index)} height="100%" className="chart-hover" />
            <rect {...across(index)} height={em(baseline)} rx="0.25em" className="chart-bar" style={lowerTo(value)} />
            <rect
              {...across(index)}
              height={em(baseline)}
              className="chart-before"
              style={{ ...lowerTo(before), opacity: before === 0 ? 0 : 1 }}
            />
          </g>
        ))}
      </svg>
      {bars.map(({ name, label, group, value }, index) => (
        <g key={name} textAnchor="middle">
          <ValueText
            x={center(index)}
            room={rooms.get(index)}
            text={texts[index] ?? ''}
            endsWithBar={isLastLong && index === bars.length - 1}
            style={lowerTo(value)}
          />
          <text x={center(index)} y={em(baseline + 125)} className={nameClass(index, bars.length)}>
            {label}
          </text>
          {groups.has(index) && (
            <text x={center(index)} y={em(baseline + 250)}>
              {group}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

/** Returns the class that hides a name without room. If the text is very large, only the last name has room. */
function nameClass(index: number, count: number): string | undefined {
  if (index === count - 1) return undefined;
  return isNameWide(index, count) ? 'chart-wide' : 'chart-roomy';
}

interface ValueTextProps {
  /** The center of the bar. */
  readonly x: string;
  readonly room: Room | undefined;
  readonly text: string;
  /** True if the text ends near the end of its bar, instead of being centered above it. */
  readonly endsWithBar: boolean;
  readonly style: CSSProperties;
}

/** The value above a bar. */
function ValueText({ x, room, text, endsWithBar, style }: ValueTextProps): ReactNode {
  if (!room) return null;
  return (
    <text
      x={x}
      y={em(headroom - 45)}
      dx={endsWithBar ? '1em' : undefined}
      textAnchor={endsWithBar ? 'end' : undefined}
      className={room === 'wide' ? 'chart-value chart-wide' : 'chart-value'}
      style={style}
    >
      {text}
    </text>
  );
}
