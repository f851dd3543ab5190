// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { BarChart, CategoryBars, CollapsibleFigures, type Bar } from './index.ts';

const bar = (name: string, value: number, before = 0): Bar => ({
  name: `${name} 2026`,
  label: name,
  group: '2026',
  value,
  before,
});

const showBars = (bars: readonly Bar[]): HTMLElement => {
  render(<BarChart bars={bars} tone="leaf" sentence="Meals in spring." format={(value) => `${value} meals`} />);
  return screen.getByRole('img', { name: 'Meals in spring.' });
};

/** Returns the distance of each bar of a class from the top of the plot, in em. The plot is 10 em high. */
const offsetsOf = (chart: HTMLElement, className: string): number[] =>
  [...chart.querySelectorAll<SVGElement>(`.${className}`)].map(({ style }) =>
    Number(/translateY\((.*)em\)/.exec(style.transform)?.[1]),
  );

const textsOf = (chart: HTMLElement, selector: string): (string | null)[] =>
  [...chart.querySelectorAll(selector)].map(({ textContent }) => textContent);

describe('a bar chart', () => {
  test('draws each bar in proportion to its value', () => {
    expect(offsetsOf(showBars([bar('Mar', 20), bar('Apr', 0), bar('May', 5)]), 'chart-bar')).toEqual([0, 10, 7.5]);
  });

  test('draws the earlier part of a value as the lower part of its bar', () => {
    const chart = showBars([bar('Mar', 10), bar('Apr', 20, 10)]);
    expect(offsetsOf(chart, 'chart-bar')).toEqual([5, 0]);
    expect(offsetsOf(chart, 'chart-before')).toEqual([10, 5]);
  });

  test('names its bars and their year, and writes values and ticks', () => {
    const chart = showBars([bar('Mar', 20), bar('Apr', 0), bar('May', 5)]);
    expect(textsOf(chart, '.chart-plot text')).toEqual(['20 meals', 'Mar', '2026', 'Apr', '5 meals', 'May']);
    expect(textsOf(chart, '.chart-axis text')).toEqual(['0 meals', '5 meals', '10 meals', '15 meals', '20 meals']);
    expect(textsOf(chart, 'title')).toEqual(['Mar 2026: 20 meals', 'Apr 2026: 0 meals', 'May 2026: 5 meals']);
  });

  test('has only whole ticks, and none above 1 when all bars are 0', () => {
    expect(textsOf(showBars([bar('Mar', 0)]), '.chart-axis text')).toEqual(['0 meals', '1 meals']);
  });
});

test('category bars are as long as their share of the largest', () => {
  const categories = [
    { name: 'Europe', value: 40, figure: '$0.40' },
    { name: 'Africa', value: 10, figure: '$0.10' },
  ];
  render(<CategoryBars sentence="Where it went." categories={categories} />);
  const chart = screen.getByRole('img', { name: 'Where it went.' });
  expect(chart.textContent).toBe('Europe$0.40Africa$0.10');
  expect([...chart.querySelectorAll('.chart-bar')].map((rect) => rect.getAttribute('width'))).toEqual(['100%', '25%']);
});

test('collapsed figures open as a table', async () => {
  render(<CollapsibleFigures label="Meals" columns={['Month', 'Meals']} rows={[{ name: 'March', figures: ['20'] }]} />);
  const details = screen.getByText(/Show as table/).closest('details');
  expect(details?.open).toBe(false);
  await userEvent.click(screen.getByText(/Show as table/));
  expect(details?.open).toBe(true);
  const [, row] = within(screen.getByRole('group', { name: 'Meals' })).getAllByRole('row');
  expect(row?.textContent).toBe('March20');
});
