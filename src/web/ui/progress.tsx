import type { JSX } from 'react';

interface ProgressProps {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
}

export const Progress = ({ percent, label }: ProgressProps): JSX.Element => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.floor(percent)}
    className="progress"
  >
    <div className="progress-fill" style={{ transform: `scaleX(${percent / 100})` }} />
  </div>
);
