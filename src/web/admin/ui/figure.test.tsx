// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { describedTerms } from '#test/support/web/donor-page.tsx';
import { Figure, Figures } from './figure.tsx';
import { StatusPill } from './status-pill.tsx';
import { Timeline } from './timeline.tsx';

test('figures are terms with their values, and those that need review stand out', () => {
  const { container } = render(
    <Figures>
      <Figure name="Quarantined" value="2" note="The oldest since Monday" needsReview />
      <Figure name="Donations" value="1,200" />
    </Figures>,
  );
  expect(describedTerms()).toEqual([
    ['Quarantined', '2'],
    ['Donations', '1,200'],
  ]);
  expect(screen.getByText('The oldest since Monday').tagName).toBe('DD');
  expect(container.querySelectorAll('[data-needs-review="true"]')).toHaveLength(1);
});

test('a status is text with a tone', () => {
  render(<StatusPill tone="bad">Disputed</StatusPill>);
  expect(screen.getByText('Disputed').dataset['tone']).toBe('bad');
});

test('a timeline lists what happened, with the time of each entry', () => {
  render(
    <Timeline
      entries={[
        { id: 'a', at: '2026-11-21T12:00:00.000Z', title: 'Checkout opened' },
        { id: 'b', at: '2026-11-21T12:01:00.000Z', title: 'Paid', tone: 'good', details: 'CAD 5.24' },
      ]}
    />,
  );
  const entries = screen.getAllByRole('listitem');
  expect(entries.map((entry) => [entry.dataset['tone'], entry.querySelector('time')?.dateTime])).toEqual([
    ['neutral', '2026-11-21T12:00:00.000Z'],
    ['good', '2026-11-21T12:01:00.000Z'],
  ]);
  expect(entries[1]?.textContent).toMatch(/^Paid.*CAD 5\.24$/);
});
