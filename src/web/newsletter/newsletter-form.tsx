import { useRef, useState, type JSX } from 'react';
import type { newsletterConsent } from '#contract/newsletter.ts';
import { showToast } from '#web/ui/toast.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';

// Only the type crosses: this form is part of every page, and the contract would bring all of its schemas along.
const consent: typeof newsletterConsent =
  'I would like to receive the newsletter by e-mail. I can unsubscribe at any time by the link in every mail.';

/** The newsletter's form in the foot of every page (spec 2, Footer). What it does is loaded when somebody turns to it. */
export function NewsletterForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const [isSubmitting, setIsSubmitting] = useState(false);
  useKeptFocus(isSubmitting);
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
      className="min-w-0 sm:col-span-2 lg:col-span-1"
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
          onFocus={() => void load().catch(() => undefined)} // without a network, submitting tells
        />
        <button type="submit" className="button button-primary" disabled={!isHydrated || isSubmitting}>
          Subscribe
          {isSubmitting && <span className="spinner size-5 border-2" />}
        </button>
      </div>
      <p id="newsletter-consent" className="mt-2 text-sm text-night-muted">
        {consent}
      </p>
    </form>
  );
}

const load = () => import('./subscribe.ts');

/** Whether the address was taken; a toast has told what became of it. */
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
