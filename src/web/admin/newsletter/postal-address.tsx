import { useState, type JSX } from 'react';
import { addressForm } from '#contract/admin/newsletters.ts';
import { newslettersCalls } from '#contract/calls/admin/newsletters.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { useHasRight } from '../use-staff.ts';
import { useReloadNewsletters } from './use-newsletters.ts';

interface PostalAddressProps {
  /** One or more lines; empty until someone has entered an address. */
  readonly address: string;
  readonly version: number;
}

/** The postal address in the footer, which the law requires. */
export function PostalAddress({ address, version }: PostalAddressProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const canEdit = useHasRight('editContent');
  const reload = useReloadNewsletters();
  return (
    <section aria-labelledby="postal-address" className="newsletter-section">
      <h2 id="postal-address">Postal address</h2>
      {address === '' ? (
        <p className="max-w-prose text-muted">
          The law requires our postal address in every newsletter. Nothing can be sent before you enter one.
        </p>
      ) : (
        <p className="newsletter-address">{address}</p>
      )}
      {canEdit && (
        <Button tone="secondary" onClick={() => setIsOpen(true)}>
          {address === '' ? 'Enter the postal address…' : 'Change the postal address…'}
        </Button>
      )}
      <ActionDialog
        isOpen={isOpen}
        title="Set the postal address"
        schema={addressForm}
        action="Save"
        busyText="Saving…"
        run={(body) => callEndpoint(newslettersCalls.setPostalAddress, { body: { ...body, version } })}
        onDone={() => {
          setIsOpen(false);
          void reload();
        }}
        onClose={() => setIsOpen(false)}
        fields={addressField(address)}
      >
        <p>It appears in the footer of every newsletter sent from now on.</p>
      </ActionDialog>
    </section>
  );
}

const addressField =
  (address: string) =>
  (problems: Problems): JSX.Element => (
    <TextAreaField
      id="address"
      name="address"
      label="Postal address"
      defaultValue={address}
      required
      problem={problems['address']}
    />
  );
