import { useState, type JSX } from 'react';
import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import type { CatalogueDocument, CatalogueSnack } from '#domain/catalogue/catalogue.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { showPrice } from './describe-changes.ts';
import { newId, putEntry } from './edits.ts';
import { EntryList } from './entry-list.tsx';
import { SnackDialog } from './snack-dialog.tsx';
import { pictureOf } from './snack-pictures.ts';

/** The props of both lists of the editor. */
export interface CatalogueListProps {
  readonly current: AdminCatalogueResponse;
  readonly draft: CatalogueDocument;
  readonly canEdit: boolean;
  readonly onChange: (draft: CatalogueDocument) => void;
}

/** The snacks, with a dialog to edit one of them. */
export function SnackList({ current, draft, canEdit, onChange }: CatalogueListProps): JSX.Element {
  const [edited, setEdited] = useState<CatalogueSnack>();
  const change = (snacks: readonly CatalogueSnack[]): void => onChange({ ...draft, snacks });
  return (
    <>
      <EntryList
        title="Snacks"
        singular="snack"
        entries={draft.snacks}
        published={current.document.snacks}
        canEdit={canEdit}
        onChange={change}
        onAdd={() => setEdited(newSnack(newId(draft.snacks, current.next.snackId)))}
        onEdit={setEdited}
        renderPicture={(snack) => (
          <img src={pictureOf(snack)} alt="" width={64} height={48} className="catalogue-entry-picture" />
        )}
        renderFacts={({ priceMinor, meals }) => (
          <p className="text-muted">{`${showPrice(priceMinor)} · ${formatCountOf(meals, 'meal')}`}</p>
        )}
      />
      {edited && (
        <SnackDialog
          snack={edited}
          others={draft.snacks.filter(({ id }) => id !== edited.id)}
          onSave={(snack) => {
            change(putEntry(draft.snacks, snack));
            setEdited(undefined);
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

/** Returns a snack whose fields are empty: the dialog shows a price or a number of meals of 0 as an empty field. */
const newSnack = (id: number): CatalogueSnack => ({
  id,
  name: '',
  priceMinor: 0,
  meals: 0,
  mealsSource: '',
  picture: null,
  isRetired: false,
});
