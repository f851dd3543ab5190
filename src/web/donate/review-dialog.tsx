import type { JSX, SubmitEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldProblem } from '#web/ui/field-problem.tsx';
import { donateLabel } from './donation-card.tsx';
import { rhythmOf } from './draft.ts';
import type { Donation } from './use-donation.ts';

interface ReviewDialogProps {
  readonly donation: Donation;
  readonly onClose: () => void;
}

/** The last look before paying on a phone: the spec's payment dialog (spec 2, Donation details card). */
export function ReviewDialog({ donation, onClose }: ReviewDialogProps): JSX.Element {
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void donation.checkout.submit('Payment Error');
  };
  const handleClose = (): void => {
    donation.checkout.forgetProblem();
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
  const { figures, draft } = donation;
  const rhythm = rhythmOf(draft.frequency);
  return (
    <div>
      <dl>
        <ReviewLine term="Donation amount" text={figures.subtotal} />
        <ReviewLine term="Charity" text={donation.charity?.name ?? 'Select a charity'} />
        <ReviewLine term="Service fee" text={figures.serviceFee} />
        <ReviewLine term={`Total${rhythm}`} text={figures.total} isTotal />
      </dl>
      {figures.charge !== undefined && (
        <p className="charge-line">{`Your card will be charged ${figures.charge}${rhythm}`}</p>
      )}
      <p className="meals-line bg-leaf-tint">{figures.meals}</p>
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
