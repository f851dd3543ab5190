import { useLayoutEffect, useRef, useState, type JSX, type ReactNode } from 'react';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Button } from '#web/ui/button.tsx';
import rules from './data-table.css?inline';

adoptStyles(rules);

/** One column. The first column of a table names its rows. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts: aligned at the right, with digits of the same width. */
  readonly isFigure?: boolean;
  /** Names, addresses and ids: long words break at the end of the column. In other columns, words stay whole. */
  readonly hasLongWords?: boolean;
}

interface DataTableProps<Row> {
  /** Says what the table lists, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of the table if there are no rows. */
  readonly empty: ReactNode;
  /** Undefined when every row is shown. */
  readonly more?: MoreRows | undefined;
}

/** Loads the next page of a longer list. */
export interface MoreRows {
  readonly isLoading: boolean;
  readonly load: () => void;
}

/** Rows of data: a table, or cards on a phone. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty, more }: DataTableProps<Row>): JSX.Element {
  const { bodyRef, noteFocus } = useFocusOnNewRows(rows.length);
  if (rows.length === 0) return <div className="data-empty">{empty}</div>;
  return (
    <div className="data-frame">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isFigure }) => (
              <th key={name} scope="col" data-is-figure={isFigure}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          {rows.map((row) => (
            <tr key={keyOf(row)} tabIndex={-1}>
              {columns.map((column, index) => (
                <Cell key={column.name} column={column} row={row} isName={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more && (
        <p className="data-more">
          <Button
            tone="secondary"
            aria-disabled={more.isLoading}
            onClick={() => {
              if (more.isLoading) return;
              noteFocus();
              more.load();
            }}
          >
            {more.isLoading ? 'Loading…' : 'Show more'}
          </Button>
        </p>
      )}
    </div>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isName: boolean;
}

/** On a phone, each cell shows the name of its column. */
const Cell = <Row,>({ column: { name, cell, isFigure, hasLongWords }, row, isName }: CellProps<Row>): JSX.Element =>
  isName ? (
    <th scope="row" data-has-long-words={hasLongWords}>
      {cell(row)}
    </th>
  ) : (
    <td data-column={name} data-is-figure={isFigure} data-has-long-words={hasLongWords}>
      {cell(row)}
    </td>
  );

/** Moves focus to the first new row after more rows were requested, because the button may be gone. */
function useFocusOnNewRows(count: number) {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [focusAt, setFocusAt] = useState<number>();
  useLayoutEffect(() => {
    if (focusAt === undefined || count <= focusAt) return;
    const row = bodyRef.current?.children.item(focusAt);
    if (row instanceof HTMLElement) row.focus();
    setFocusAt(undefined);
  }, [count, focusAt]);
  return { bodyRef, noteFocus: () => setFocusAt(count) };
}
