import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { catalogueCharity, type AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import type { CatalogueCharity } from '#domain/catalogue/catalogue.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { newId, putEntry, takenName } from './edits.ts';
import { EntryList } from './entry-list.tsx';
import type { CatalogueListProps } from './snack-list.tsx';

/** The charities, with a dialog to edit one of them. */
export function CharityList({ current, draft, canEdit, onChange }: CatalogueListProps): JSX.Element {
  const [edited, setEdited] = useState<CatalogueCharity>();
  const change = (charities: readonly CatalogueCharity[]): void => onChange({ ...draft, charities });
  return (
    <>
      <EntryList
        title="Charities"
        singular="charity"
        entries={draft.charities}
        published={current.document.charities}
        canEdit={canEdit}
        onChange={change}
        onAdd={() => setEdited({ id: newId(draft.charities, current.next.charityId), name: '', isRetired: false })}
        onEdit={setEdited}
        renderFacts={({ id }) => <MonthlyDonations count={monthlyDonationsTo(id, current)} />}
      />
      {edited && (
        <CharityDialog
          charity={edited}
          others={draft.charities.filter(({ id }) => id !== edited.id)}
          onSave={(charity) => {
            change(putEntry(draft.charities, charity));
            setEdited(undefined);
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

const MonthlyDonations = ({ count }: { readonly count: number }): JSX.Element | null =>
  count === 0 ? null : <p className="text-muted">{formatCountOf(count, 'monthly donation')}</p>;

/** Returns the number of monthly donations to a charity. */
export const monthlyDonationsTo = (charityId: number, { monthlyDonations }: AdminCatalogueResponse): number =>
  monthlyDonations.find((counted) => counted.charityId === charityId)?.count ?? 0;

interface CharityDialogProps {
  readonly charity: CatalogueCharity;
  readonly others: readonly CatalogueCharity[];
  readonly onSave: (charity: CatalogueCharity) => void;
  readonly onClose: () => void;
}

const CharityDialog = ({ charity, onClose, ...props }: CharityDialogProps): JSX.Element => (
  <Dialog isOpen onClose={onClose} title={charity.name === '' ? 'Add a charity' : `Edit ${charity.name}`}>
    <CharityForm charity={charity} onClose={onClose} {...props} />
  </Dialog>
);

function CharityForm({ charity, others, onSave, onClose }: CharityDialogProps): JSX.Element {
  const { problems, formProps } = useForm(charityForm, async ({ name }) => {
    const taken = takenName('charity', name, others);
    if (taken !== undefined) return { code: 'refused', problems: { name: taken } };
    onSave({ ...charity, name });
    return { code: 'done' };
  });
  return (
    <form {...formProps} className="form-fields">
      <TextField
        id="charity-name"
        name="name"
        label="Name"
        hint="Earlier donations, receipts and payouts keep the name of that time."
        defaultValue={charity.name}
        autoComplete="off"
        problem={problems['name']}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Use this charity</Button>
      </div>
    </form>
  );
}

const charityForm = z.object({ name: catalogueCharity.shape.name });
