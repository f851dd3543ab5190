import { useState, type JSX, type ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { moveFocusTo } from '#web/ui/scroll-to-section.ts';

interface AccountSectionProps {
  /** The hash of the section's address. */
  readonly id: string;
  readonly title: string;
  /** A status, shown next to the title. */
  readonly badge?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One card of the account page. */
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

/** Moves focus to a section's heading when the control that had it is gone. */
export function focusHeading(sectionId: string): void {
  const heading = document.getElementById(`${sectionId}-heading`);
  if (heading) moveFocusTo(heading);
}

interface BadgeProps {
  /** `pending` means that the donor still has something to do. */
  readonly tone: 'good' | 'pending';
  readonly children: string;
}

export const Badge = ({ tone, children }: BadgeProps): JSX.Element => (
  <span className={`account-badge account-badge-${tone}`}>
    {tone === 'good' && <Icon name="check" className="size-4" />}
    {children}
  </span>
);

interface CollapsibleProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A collapsible part. The content is rendered when the part is first opened, and keeps its state after the part is closed. */
export function Collapsible({ title, isOpen, onToggle, children }: CollapsibleProps): JSX.Element {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <details className="account-more" open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        {title}
        <Icon name="chevron" className="size-5" />
      </summary>
      {wasOpened && children}
    </details>
  );
}
