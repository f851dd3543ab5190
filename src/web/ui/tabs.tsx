import './tabs.css';
import type { JSX, KeyboardEvent } from 'react';

interface TabsProps<Name extends string> {
  /** Says what the tabs choose between, for screen readers. */
  readonly label: string;
  /** Id of the panel. */
  readonly panelId: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly isDisabled?: boolean;
}

/** A row of tabs. It is one tab stop; the arrow keys move between tabs and wrap around. */
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
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs have the focus; their key events bubble up */}
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

/** Returns the id of a tab, for the panel's `aria-labelledby`. */
export const tabId = (panelId: string, name: string): string => `${panelId}-${name}`;

export const focusTab = (panelId: string, name: string): void => document.getElementById(tabId(panelId, name))?.focus();

/** The number of tabs by which a key moves. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
