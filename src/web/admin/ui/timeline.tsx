import type { JSX, ReactNode } from 'react';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import type { Tone } from './status-pill.tsx';
import rules from './timeline.css?inline';

adoptStyles(rules);

/** Something that happened. */
export interface TimelineEntry {
  readonly id: string;
  /** An ISO instant. */
  readonly at: string;
  readonly title: string;
  readonly tone?: Tone;
  /** Amounts, ids and other details. */
  readonly details?: ReactNode;
}

/** A list of what happened, in the order of the entries. */
export const Timeline = ({ entries }: { readonly entries: readonly TimelineEntry[] }): JSX.Element => (
  <ol>
    {entries.map(({ id, at, title, tone = 'neutral', details }) => (
      <li key={id} className="timeline-entry" data-tone={tone}>
        <p className="timeline-title">{title}</p>
        <time dateTime={at} className="timeline-time">
          {formatMoment(new Date(at))}
        </time>
        {details !== undefined && <div className="timeline-details">{details}</div>}
      </li>
    ))}
  </ol>
);
