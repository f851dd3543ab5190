import type { JSX } from 'react';

interface GoalRingProps {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
  /** What stands in its middle. */
  readonly children: string;
}

/** A ring that closes clockwise from the top as a goal comes nearer. */
export const GoalRing = ({ percent, label, children }: GoalRingProps): JSX.Element => (
  <div className="goal-ring">
    <svg
      viewBox="0 0 120 120"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
    >
      <circle cx="60" cy="60" r="53" className="goal-ring-track" />
      {percent > 0 && (
        <circle cx="60" cy="60" r="53" pathLength="100" strokeDasharray={`${percent} 100`} className="goal-ring-fill" />
      )}
    </svg>
    <p className="goal-ring-text">{children}</p>
  </div>
);
