import { useState, type JSX, type ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';

interface FoldProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** Something that few need, folded away. It is drawn, and loaded, when it is first opened, and from then on it keeps its state. */
export function Fold({ title, isOpen, onToggle, children }: FoldProps): JSX.Element {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <details className="account-fold" open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        {title}
        <Icon name="chevron" className="size-5" />
      </summary>
      {wasOpened && children}
    </details>
  );
}
