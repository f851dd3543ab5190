import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumYear, type YearCell } from './sum-year.ts';
import { yearRowDonationsMin, yearSummaryOf, type YearFigures } from './year-report.ts';

const cell = (month: number, charity: string, donations: number): YearCell => ({
  month,
  charity,
  donations,
  meals: 3 * donations,
  amountMinor: 350 * donations,
});

const rowsOf = (rows: readonly ({ name: string } & YearFigures)[] | undefined) =>
  rows?.map(({ name, donations }) => [name, donations]);

describe('the yearly report', () => {
  test('has a row for each month up to the current one, and for each charity, the largest first', () => {
    const cells = [cell(1, 'Soup', 5), cell(3, 'Soup', 6), cell(3, 'Bread', 20)];
    const report = sumYear({ year: 2026, openMonth: 4, cells });
    expect(report).toMatchObject({ donations: 31, meals: 93, amountMinor: 10_850, charities: 2, isRunning: true });
    expect(rowsOf(report?.months)).toEqual([
      ['January', 5],
      ['February', 0],
      ['March', 26],
      ['April', 0],
    ]);
    expect(rowsOf(report?.byCharity)).toEqual([
      ['Bread', 20],
      ['Soup', 11],
    ]);
    expect(report && yearSummaryOf(report)).toBe(
      'In 2026, donors have given US$108.50 in 31 donations to 2 charities so far: about 93 meals.',
    );
  });

  test('joins a month with too few donations to the next months, and at the end of the year to earlier ones', () => {
    const cells = [cell(1, 'Soup', 4), cell(2, 'Soup', 1), cell(6, 'Soup', 9), cell(12, 'Soup', 2)];
    expect(rowsOf(sumYear({ year: 2025, openMonth: undefined, cells })?.months)).toEqual([
      ['January to February', 5],
      ['March', 0],
      ['April', 0],
      ['May', 0],
      ['June to December', 11],
    ]);
  });

  test.each([
    [
      { Soup: 9, Bread: 3, Rice: 2 },
      [
        ['Soup', 9],
        ['Other charities', 5],
      ],
    ],
    [
      { Soup: 9, Bread: 8, Rice: 2 },
      [
        ['Soup', 9],
        ['Other charities', 10],
      ],
    ],
    [{ Soup: 3, Bread: 2 }, [['All charities', 5]]],
    [
      { Soup: 9, Rice: 6, Bread: 5 },
      [
        ['Soup', 9],
        ['Rice', 6],
        ['Bread', 5],
      ],
    ],
  ])('shows the charities %j as %j', (given, shown) => {
    const cells = Object.entries(given).map(([charity, donations]) => cell(1, charity, donations));
    expect(rowsOf(sumYear({ year: 2025, openMonth: undefined, cells })?.byCharity)).toEqual(shown);
  });

  test('does not exist for a year with too few donations', () => {
    expect(sumYear({ year: 2026, openMonth: 1, cells: [cell(1, 'Soup', 4)] })).toBeUndefined();
  });

  test('never shows a row of one to four donations, and each list adds up to the year', () => {
    const anyCell = fc
      .record({
        month: fc.integer({ min: 1, max: 12 }),
        charity: fc.constantFrom('A', 'B', 'C', 'D'),
        count: fc.nat(7),
      })
      .map(({ month, charity, count }) => cell(month, charity, count));
    fc.assert(
      fc.property(fc.array(anyCell, { maxLength: 12 }), (cells) => {
        const report = sumYear({ year: 2025, openMonth: undefined, cells });
        for (const rows of report ? [report.months, report.byCharity] : []) {
          for (const { donations } of rows) expect(donations === 0 || donations >= yearRowDonationsMin).toBe(true);
          const sum = (key: keyof YearFigures) => rows.reduce((total, row) => total + row[key], 0);
          expect([sum('donations'), sum('meals'), sum('amountMinor')]).toEqual([
            report?.donations,
            report?.meals,
            report?.amountMinor,
          ]);
        }
      }),
    );
  });
});
