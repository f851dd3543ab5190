import type { JSX } from 'react';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import rules from './status-pill.css?inline';

adoptStyles(rules);

/** `good`: done or matching; `attention`: waiting for something; `bad`: failed or lost; `neutral`: everything else. */
export type Tone = 'good' | 'attention' | 'bad' | 'neutral';

/** A state in a few words. The words say everything; the color repeats it. */
export const StatusPill = ({ tone, children }: { readonly tone: Tone; readonly children: string }): JSX.Element => (
  <span className="status-pill" data-tone={tone}>
    {children}
  </span>
);
