import { describe, expect, test } from 'vitest';
import { standardFigures } from '#domain/report/example-figures.ts';
import { writeImpactReport } from './impact-report.ts';

describe('the report as a PDF', () => {
  test('has the same bytes for the same year, and different bytes for another', async () => {
    const [first, second, other] = await Promise.all(
      [2025, 2025, 2026].map((year) =>
        writeImpactReport({
          year,
          figures: standardFigures,
          sender: { name: 'Kindbite', contactEmail: 'help@give.example' },
        }),
      ),
    );
    expect(first).toEqual(second);
    expect(first).not.toEqual(other);
  });

  test('has two pages, a title and a language', async () => {
    const text = (
      await writeImpactReport({
        year: 2025,
        figures: standardFigures,
        sender: { name: 'Kindbite', contactEmail: 'help@give.example' },
      })
    ).toString('latin1');
    expect(text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
    expect(text).toContain('(Kindbite Impact Report 2025)');
    expect(text).toContain('/Lang (en-US)');
  });
});
