import { useRef, type JSX } from 'react';
import { claimLinkRequest, correctEmailRequest, resendReceiptRequest } from '#contract/admin/donations/help.ts';
import type { DonationDetail } from '#contract/admin/donations/detail.ts';
import { donationDetailCalls } from '#contract/calls/admin/donations/detail.ts';
import { callEndpoint } from '#web/api.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import type { DonationDialogProps } from './dialog-props.ts';

/** Sends the receipt again. */
export function ResendDialog({ donation, isOpen, onClose, onDone }: DonationDialogProps): JSX.Element {
  const sentence = useRef('');
  const to = donation.paidBy === 'donor' ? donation.email : donation.payerEmail;
  return (
    <ActionDialog
      isOpen={isOpen}
      title="Resend the receipt?"
      schema={resendReceiptRequest}
      action="Resend receipt"
      busyText="Sending…"
      run={async (body) => {
        const params = { id: donation.id };
        const { status } = await callEndpoint(donationDetailCalls.resendReceipt, { params, body });
        sentence.current =
          status === 'resent' ? 'The receipt is on its way again.' : 'The receipt was already on its way.';
      }}
      onDone={() => onDone(sentence.current)}
      onClose={onClose}
    >
      {to === null ? (
        <p>
          We have no address for this receipt
          {canCorrectEmail(donation) ? '. Correct the email first.' : ', so it cannot be sent.'}
        </p>
      ) : (
        <p>
          The receipt is emailed to <bdi>{to}</bdi>. If it is already on its way, nothing more is sent.
        </p>
      )}
    </ActionDialog>
  );
}

/** Returns false for a donor, whose address is the account's, and for an erased guest. */
export const canCorrectEmail = ({ paidBy, isPayerErased }: DonationDetail): boolean =>
  paidBy === 'guest' && !isPayerErased;

/** Corrects the address that a guest typed. */
export const EmailDialog = ({ donation, isOpen, onClose, onDone }: DonationDialogProps): JSX.Element => (
  <ActionDialog
    isOpen={isOpen}
    title="Correct the email address?"
    schema={correctEmailRequest}
    action="Save address"
    busyText="Saving…"
    run={(body) => callEndpoint(donationDetailCalls.correctEmail, { params: { id: donation.id }, body })}
    onDone={() => onDone('The address is saved. If the receipt went to the old one, resend it now.')}
    onClose={onClose}
    fields={emailField(donation)}
  >
    <p>
      The receipt, and news of a refund or dispute, go to this address. A receipt that had no address is sent at once.
    </p>
  </ActionDialog>
);

const emailField =
  ({ payerEmail }: DonationDetail) =>
  (problems: Problems): JSX.Element => (
    <TextField
      id="corrected-email"
      name="email"
      type="email"
      label="Email address"
      autoComplete="off"
      defaultValue={payerEmail ?? ''}
      required
      problem={problems['email']}
    />
  );

/** Creates the link with which a donor claims the donation. */
export function ClaimDialog({ donation, isOpen, onClose, onDone }: DonationDialogProps): JSX.Element {
  const url = useRef('');
  return (
    <ActionDialog
      isOpen={isOpen}
      title="Make a claim link?"
      schema={claimLinkRequest}
      action="Make link"
      busyText="Making…"
      run={async (body) => {
        const made = await callEndpoint(donationDetailCalls.makeClaimLink, { params: { id: donation.id }, body });
        url.current = made.url;
      }}
      onDone={() => onDone(`Claim link: ${url.current}`)}
      onClose={onClose}
    >
      <p>
        The person who opens the link and signs in owns this donation. Send it only to the person who paid. It is shown
        once, and works until the donation is claimed.
      </p>
    </ActionDialog>
  );
}
