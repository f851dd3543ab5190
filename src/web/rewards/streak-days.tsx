import type { JSX } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import type { StreakDay } from './streak-week.ts';

/** The last seven days in a row, today last. */
export const StreakDays = ({ days }: { readonly days: readonly StreakDay[] }): JSX.Element => (
  <ol aria-label="The last seven days" className="streak-days">
    {days.map(({ name, isToday, isGiven }) => (
      <li key={name} aria-current={isToday ? 'date' : undefined} className="streak-day" data-given={isGiven}>
        <span className="streak-mark">{isGiven && <Icon name="check" className="size-5" />}</span>
        <span>{isToday ? 'Today' : name}</span>
        <span className="sr-only">{isGiven ? ': given' : ': no gift'}</span>
      </li>
    ))}
  </ol>
);
