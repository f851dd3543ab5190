import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { catalogueSnack } from '#contract/admin/catalogue.ts';
import type { CatalogueSnack } from '#domain/catalogue/catalogue.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { englishSeparators, parseAmount } from '#domain/money/parse-amount.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { takenName } from './edits.ts';
import { PictureField } from './picture-field.tsx';

interface SnackDialogProps {
  readonly snack: CatalogueSnack;
  readonly others: readonly CatalogueSnack[];
  readonly onSave: (snack: CatalogueSnack) => void;
  readonly onClose: () => void;
}

/** The fields of a snack. Saving changes only the draft. */
export const SnackDialog = ({ snack, onClose, ...props }: SnackDialogProps): JSX.Element => (
  <Dialog isOpen onClose={onClose} title={snack.name === '' ? 'Add a snack' : `Edit ${snack.name}`}>
    <SnackForm snack={snack} onClose={onClose} {...props} />
  </Dialog>
);

function SnackForm({ snack, others, onSave, onClose }: SnackDialogProps): JSX.Element {
  const [name, setName] = useState(snack.name);
  const [picture, setPicture] = useState(snack.picture);
  const { problems, formProps } = useForm(snackForm, async (fields) => {
    const taken = takenName('snack', fields.name, others);
    if (taken !== undefined) return { code: 'refused', problems: { name: taken } };
    const { price: priceMinor, ...rest } = fields;
    onSave({ ...snack, ...rest, priceMinor, picture });
    return { code: 'done' };
  });
  return (
    <form {...formProps} className="form-fields">
      <TextField
        id="snack-name"
        name="name"
        label="Name"
        defaultValue={snack.name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value.trim())}
        problem={problems['name']}
      />
      <AmountField
        id="snack-price"
        name="price"
        label="Price in US dollars"
        currency={baseCurrency}
        defaultValue={snack.priceMinor === 0 ? '' : toDecimalText(money(snack.priceMinor, baseCurrency))}
        problem={problems['price']}
      />
      <TextField
        id="snack-meals"
        name="meals"
        label="Meals"
        inputMode="numeric"
        defaultValue={snack.meals === 0 ? '' : snack.meals}
        autoComplete="off"
        problem={problems['meals']}
      />
      <TextAreaField
        id="snack-meals-source"
        name="mealsSource"
        label="Why so many meals?"
        hint="Donors who ask can read it. Say where the figure comes from."
        rows={3}
        defaultValue={snack.mealsSource}
        problem={problems['mealsSource']}
      />
      <PictureField name={name} picture={picture} onChange={setPicture} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Use this snack</Button>
      </div>
    </form>
  );
}

/** Parses the fields as typed. Text that is not a number becomes 0, which is out of range. Line breaks become spaces. */
const snackForm = z.object({
  name: catalogueSnack.shape.name,
  price: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => parseAmount(text, baseCurrency, englishSeparators)?.amountMinor ?? 0),
    ),
    catalogueSnack.shape.priceMinor,
  ),
  meals: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (/^\s*[0-9]{1,9}\s*$/.test(text) ? Number(text) : 0)),
    ),
    catalogueSnack.shape.meals,
  ),
  mealsSource: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.replaceAll(/\s+/g, ' ')),
    ),
    catalogueSnack.shape.mealsSource,
  ),
});
