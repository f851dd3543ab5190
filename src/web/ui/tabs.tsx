import './tabs.css';
import type { JSX, KeyboardEvent } from 'react';

interface TabsProps<Name extends string> {
  /** What the tabs choose between, for whoever does not see them. */
  readonly label: string;
  /** Id of what the chosen tab shows. */
  readonly panelId: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly isDisabled?: boolean;
}

/** A row of tabs. One of them takes the focus; arrow keys go round. */
export function Tabs<Name extends string>({
  label,
  panelId,
  tabs,
  chosen,
  onChoose,
  isDisabled = false,
}: TabsProps<Name>): JSX.Element {
  const choose = (name: Name): void => {
    onChoose(name);
    focusTab(panelId, name);
  };
  const handleKeyDown = ({ key }: KeyboardEvent): void => {
    const step = steps[key];
    const position = tabs.findIndex(({ name }) => name === chosen);
    if (step !== undefined) choose(tabs.at((position + step) % tabs.length)?.name ?? chosen);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus belongs to the tabs, which hand their keys up */}
      <div role="tablist" aria-label={label} className="tabs" onKeyDown={handleKeyDown}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabId(panelId, name)}
            aria-selected={name === chosen}
            aria-controls={panelId}
            tabIndex={name === chosen ? 0 : -1}
            disabled={isDisabled}
            className="tab"
            onClick={() => choose(name)}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  );
}

/** Id of a tab, which names what it shows. */
export const tabId = (panelId: string, name: string): string => `${panelId}-${name}`;

/** Leads keyboard and reader to a tab. */
export const focusTab = (panelId: string, name: string): void => document.getElementById(tabId(panelId, name))?.focus();

/** Steps that keys take along the tabs. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
