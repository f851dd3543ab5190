import type { JSX, ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';

interface AccountSectionProps {
  /** The part of the address that leads to it. */
  readonly id: string;
  readonly title: string;
  /** Says how things stand, beside the title. */
  readonly badge?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One matter of the account, on a card of its own. */
export const AccountSection = ({ id, title, badge, className = '', children }: AccountSectionProps): JSX.Element => (
  <section id={id} aria-labelledby={`${id}-heading`} className={`account-section ${className}`}>
    <header className="account-section-head">
      <h2 id={`${id}-heading`} className="text-2xl">
        {title}
      </h2>
      {badge}
    </header>
    {children}
  </section>
);

/** A word or two on how things stand: `good` in leaf green, `open` where something waits to be done. */
export const Badge = ({
  tone,
  children,
}: {
  readonly tone: 'good' | 'open';
  readonly children: string;
}): JSX.Element => (
  <span className={`account-badge account-badge-${tone}`}>
    {tone === 'good' && <Icon name="check" className="size-4" />}
    {children}
  </span>
);
