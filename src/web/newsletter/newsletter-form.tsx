import { useRef, useState, type JSX } from 'react';
import type { newsletterConsent } from '#contract/newsletter.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { useFocusRestore } from '#web/ui/use-focus-restore.ts';

// Imports only the type: this form is on every page, and importing the value would load all of the contract's schemas.
const consent: typeof newsletterConsent =
  'I would like to receive the newsletter by email. I can unsubscribe at any time using the link in any email.';

/** The newsletter form in the footer (spec 2). The code that submits it is loaded when its field gets the focus. */
export function NewsletterForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const [isSubmitting, setIsSubmitting] = useState(false);
  useFocusRestore(isSubmitting);
  const fieldRef = useRef<HTMLInputElement>(null);
  async function submit(form: HTMLFormElement): Promise<void> {
    setIsSubmitting(true);
    if (await subscribe(fieldRef.current?.value ?? '')) form.reset();
    setIsSubmitting(false);
  }
  return (
    <form
      method="post"
      noValidate
      className="needs-script min-w-0 sm:col-span-2 lg:col-span-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit(event.currentTarget);
      }}
    >
      <label htmlFor="newsletter" className="text-lg font-extrabold">
        Newsletter
      </label>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          id="newsletter"
          name="email"
          type="email"
          required
          autoComplete="email"
          placeholder="Your email address"
          aria-describedby="newsletter-consent"
          className="newsletter-field"
          ref={fieldRef}
          onFocus={() => void load().catch(() => undefined)} // a failed load is reported on submit
        />
        <button type="submit" className="button button-primary" disabled={!isHydrated || isSubmitting}>
          Subscribe
          {isSubmitting && <span className="spinner size-5 [border-width:2px]" />}
        </button>
      </div>
      <p id="newsletter-consent" className="mt-2 text-sm text-night-muted">
        {consent}
      </p>
    </form>
  );
}

const load = () => import('./subscribe.ts');

/** Subscribes an address and shows the result in a toast. Resolves to whether it was accepted. */
async function subscribe(email: string): Promise<boolean> {
  try {
    return await (await load()).subscribe(email);
  } catch {
    showToast({
      title: 'Subscription Error',
      description: 'Unable to connect to our subscription service. Please try again later.',
      tone: 'destructive',
    });
    return false;
  }
}
