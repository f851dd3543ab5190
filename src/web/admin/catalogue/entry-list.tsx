import { useLayoutEffect, useRef, useState, type JSX, type ReactNode } from 'react';
import { offered } from '#domain/catalogue/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import { moveEntry, putEntry, takenName, type Entry } from './edits.ts';

interface EntryListProps<E extends Entry> {
  /** The plural as a title, and the singular: `Snacks`, `snack`. */
  readonly title: string;
  readonly singular: string;
  readonly entries: readonly E[];
  /** The entries that apply now, to mark those that differ. */
  readonly published: readonly E[];
  readonly canEdit: boolean;
  readonly onChange: (entries: readonly E[]) => void;
  readonly onAdd: () => void;
  readonly onEdit: (entry: E) => void;
  readonly renderPicture?: (entry: E) => ReactNode;
  readonly renderFacts?: (entry: E) => ReactNode;
}

/** The entries in the order in which donors see them, and the retired ones below them. */
export function EntryList<E extends Entry>(props: EntryListProps<E>): JSX.Element {
  const { title, singular, entries, canEdit, onChange, onAdd } = props;
  const [problem, setProblem] = useState<string>();
  const { listRef, announcement, announceMove } = useMoves();
  const shown = offered(entries);
  function move(entry: E, step: -1 | 1): void {
    const newIndex = shown.indexOf(entry) + step;
    if (newIndex < 0 || newIndex >= shown.length) return;
    announceMove(entry.id, step, `${entry.name} is now number ${newIndex + 1} of ${shown.length}.`);
    onChange(moveEntry(entries, entry.id, step));
  }
  function retire(entry: E): void {
    if (shown.length === 1) return setProblem(`Donors need at least one ${singular} to choose.`);
    setProblem(undefined);
    onChange(putEntry(entries, { ...entry, isRetired: true }));
  }
  function bringBack(entry: E): void {
    const taken = takenName(singular, entry.name, shown);
    setProblem(taken);
    if (taken !== undefined) return;
    onChange(putEntry(entries, { ...entry, isRetired: false }));
  }
  return (
    <section aria-labelledby={`catalogue-${title}`}>
      <header className="catalogue-head">
        <h2 id={`catalogue-${title}`}>{title}</h2>
        {canEdit && (
          <Button tone="secondary" onClick={onAdd}>
            {`Add a ${singular}…`}
          </Button>
        )}
      </header>
      <ol ref={listRef} className="catalogue-list" aria-label={`${title} in the order of the donate page`}>
        {shown.map((entry, index) => (
          <EntryRow key={entry.id} {...props} entry={entry}>
            <MoveButton entry={entry} step={-1} isAtEnd={index === 0} onMove={move} />
            <MoveButton entry={entry} step={1} isAtEnd={index === shown.length - 1} onMove={move} />
            <Button tone="quiet" onClick={() => props.onEdit(entry)} aria-label={`Edit ${entry.name}`}>
              Edit…
            </Button>
            <Button tone="quiet" onClick={() => retire(entry)} aria-label={`Retire ${entry.name}`}>
              Retire
            </Button>
          </EntryRow>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <FieldProblem sentence={problem} />
      <RetiredEntries {...props} onBringBack={bringBack} />
    </section>
  );
}

interface RetiredEntriesProps<E extends Entry> extends EntryListProps<E> {
  readonly onBringBack: (entry: E) => void;
}

function RetiredEntries<E extends Entry>({ onBringBack, ...props }: RetiredEntriesProps<E>): JSX.Element | null {
  const retired = props.entries.filter(({ isRetired }) => isRetired);
  if (retired.length === 0) return null;
  return (
    <>
      <h3>Retired</h3>
      <ul className="catalogue-list" aria-label={`Retired ${props.title.toLowerCase()}`}>
        {retired.map((entry) => (
          <EntryRow key={entry.id} {...props} entry={entry}>
            <Button tone="quiet" onClick={() => onBringBack(entry)} aria-label={`Bring back ${entry.name}`}>
              Bring back
            </Button>
          </EntryRow>
        ))}
      </ul>
    </>
  );
}

interface EntryRowProps<E extends Entry> extends Pick<
  EntryListProps<E>,
  'published' | 'canEdit' | 'renderPicture' | 'renderFacts'
> {
  readonly entry: E;
  /** The buttons of the entry. */
  readonly children: ReactNode;
}

function EntryRow<E extends Entry>({
  entry,
  published,
  canEdit,
  renderPicture,
  renderFacts,
  children,
}: EntryRowProps<E>) {
  const state = stateOf(
    entry,
    published.find(({ id }) => id === entry.id),
  );
  return (
    <li className="catalogue-entry">
      {renderPicture?.(entry)}
      <div className="catalogue-entry-text">
        <p>
          <strong>{entry.name}</strong> {state && <StatusPill tone="attention">{state}</StatusPill>}
        </p>
        {renderFacts?.(entry)}
      </div>
      {canEdit && <div className="catalogue-entry-buttons">{children}</div>}
    </li>
  );
}

function stateOf(entry: Entry, published: Entry | undefined): string | undefined {
  if (!published) return 'New';
  return JSON.stringify(entry) === JSON.stringify(published) ? undefined : 'Changed';
}

interface MoveButtonProps<E extends Entry> {
  readonly entry: E;
  readonly step: -1 | 1;
  /** True if the entry cannot move further. The button is not disabled then, because it would lose the focus. */
  readonly isAtEnd: boolean;
  readonly onMove: (entry: E, step: -1 | 1) => void;
}

const MoveButton = <E extends Entry>({ entry, step, isAtEnd, onMove }: MoveButtonProps<E>): JSX.Element => (
  <Button
    tone="quiet"
    className="catalogue-move"
    data-moves={moveKey(entry.id, step)}
    aria-label={`Move ${entry.name} ${step === -1 ? 'up' : 'down'}`}
    aria-disabled={isAtEnd}
    onClick={() => onMove(entry, step)}
  >
    {step === -1 ? '↑' : '↓'}
  </Button>
);

const moveKey = (id: number, step: -1 | 1): string => `${id} ${step}`;

/** Says where a moved entry is now, and keeps the focus on its button: browsers drop the focus of an element that moves. */
function useMoves() {
  const listRef = useRef<HTMLOListElement>(null);
  const moved = useRef<string>(undefined);
  const [announcement, setAnnouncement] = useState('');
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    listRef.current?.querySelector<HTMLElement>(`[data-moves="${moved.current}"]`)?.focus();
    moved.current = undefined;
  });
  const announceMove = (id: number, step: -1 | 1, sentence: string): void => {
    moved.current = moveKey(id, step);
    setAnnouncement(sentence);
  };
  return { listRef, announcement, announceMove };
}
