import type { JSX, KeyboardEvent } from 'react';
import type { StatusFilter } from './filter-messages.ts';

const labels = { all: 'All', new: 'New', read: 'Read' } as const satisfies Record<StatusFilter, string>;

const statuses: readonly StatusFilter[] = ['all', 'new', 'read'];

/** Steps that keys take along the tabs. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Id of what the tabs choose. */
export const statusPanelId = 'inbox-messages';

/** Id of a tab, which names what it chose. */
export const statusTabId = (status: StatusFilter): string => `inbox-tab-${status}`;

interface StatusTabsProps {
  readonly chosen: StatusFilter;
  readonly onChoose: (status: StatusFilter) => void;
}

/** All, New and Read as tabs (spec 2, Admin messages). One of them takes the focus; arrow keys go round. */
export function StatusTabs({ chosen, onChoose }: StatusTabsProps): JSX.Element {
  const handleKeyDown = ({ key }: KeyboardEvent): void => {
    const step = steps[key];
    if (step === undefined) return;
    const next = statuses.at((statuses.indexOf(chosen) + step) % statuses.length) ?? chosen;
    onChoose(next);
    document.getElementById(statusTabId(next))?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus belongs to the tabs, which hand their keys up */}
      <div role="tablist" aria-label="Status" className="inbox-tabs" onKeyDown={handleKeyDown}>
        {statuses.map((status) => (
          <button
            key={status}
            type="button"
            role="tab"
            id={statusTabId(status)}
            aria-selected={status === chosen}
            aria-controls={statusPanelId}
            tabIndex={status === chosen ? 0 : -1}
            className="inbox-tab"
            onClick={() => onChoose(status)}
          >
            {labels[status]}
          </button>
        ))}
      </div>
    </>
  );
}
