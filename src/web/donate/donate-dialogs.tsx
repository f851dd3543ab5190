import { useId, type JSX, type SubmitEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { CharitySelect } from './card/charity-choice.tsx';
import { donateLabel } from './card/donation-card.tsx';
import { ChargeLine, PriceNotice } from './card/price-lines.tsx';
import { CustomAmountDialog } from './custom-amount/custom-amount-dialog.tsx';
import { frequencySuffix } from './draft/draft.ts';
import { MealsDialog } from './meals/meals-dialog.tsx';
import { SplitDialog } from './split/split-dialog.tsx';
import type { Donation } from './use-donation.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import rules from './donate-dialogs.css?inline';

adoptStyles(rules);

/** The dialogs of the donate section; one is open at a time. */
export type DialogName = 'custom_amount' | 'review' | 'meals' | 'split';

interface DonateDialogsProps {
  readonly donation: Donation;
  readonly dialog: DialogName;
  readonly onClose: () => void;
}

/** The open dialog: the custom amount, the review step on phones, how meals are counted, or where the money goes. */
function DonateDialogs({ donation, dialog, onClose }: DonateDialogsProps): JSX.Element {
  switch (dialog) {
    case 'custom_amount':
      return <CustomAmountDialog onClose={onClose} />;
    case 'review':
      return <ReviewDialog donation={donation} onClose={onClose} />;
    case 'meals':
      return <MealsDialog donation={donation} onClose={onClose} />;
    case 'split':
      return <SplitDialog donation={donation} onClose={onClose} />;
  }
}

export default DonateDialogs;

/** The spec's payment dialog, in which the charity can still be changed (spec-readings, Pages). */
function ReviewDialog({ donation, onClose }: Omit<DonateDialogsProps, 'dialog'>): JSX.Element {
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void donation.checkout.submit('Payment Error');
  };
  const handleClose = (): void => {
    donation.checkout.clearProblem();
    onClose();
  };
  return (
    <Dialog isOpen onClose={handleClose} title="Review your donation">
      <form method="post" noValidate onSubmit={handleSubmit} className="grid gap-4">
        <ReviewLines donation={donation} />
        <FieldProblem sentence={donation.checkout.problem} />
        <div className="dialog-buttons">
          <Button tone="primary" size="large" type="submit" disabled={!donation.canDonate}>
            {donateLabel(donation)}
          </Button>
          <Button tone="quiet" onClick={handleClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ReviewLines({ donation }: { donation: Donation }): JSX.Element {
  const { figures, draft, rates } = donation;
  const charityId = useId();
  const suffix = frequencySuffix(draft.frequency);
  return (
    <div>
      <dl>
        <ReviewLine term="Donation amount" text={figures.subtotal} />
        <div className="price-line">
          <dt>
            <label htmlFor={charityId}>Charity</label>
          </dt>
          <dd className="review-charity">
            <CharitySelect id={charityId} donation={donation} />
          </dd>
        </div>
        <ReviewLine term="Service fee" text={figures.serviceFee} />
        <ReviewLine term={`Total${suffix}`} text={figures.total} isTotal />
      </dl>
      <ChargeLine charge={figures.charge && figures.charge + suffix} rateDay={rates.setOn} />
      <p className="meals-line bg-leaf-tint">{figures.meals}</p>
      <PriceNotice text={donation.priceNotice} />
    </div>
  );
}

interface ReviewLineProps {
  readonly term: string;
  readonly text: string;
  readonly isTotal?: boolean;
}

const ReviewLine = ({ term, text, isTotal = false }: ReviewLineProps): JSX.Element => (
  <div className={isTotal ? 'price-line price-line-total' : 'price-line'}>
    <dt>{term}</dt>
    <dd className="figure">{text}</dd>
  </div>
);
