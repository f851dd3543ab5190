import { useRef, type JSX } from 'react';
import { contactRequest, contactSentences } from '#contract/contact.ts';
import { Button } from '#web/ui/button.tsx';
import type { Problems } from '#web/ui/check-form.ts';
import { showToast } from '#web/ui/toast.ts';
import { TextAreaField } from '#web/ui/text-area-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { sendMessage } from './send-message.ts';

/** The form of `/contact`. It keeps everything that was typed until the message has arrived, and only then it is cleared. */
export function ContactForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const formRef = useRef<HTMLFormElement>(null);
  const { problems, isSubmitting, formProps } = useCheckedForm(
    contactRequest,
    async (request) => {
      const submission = await sendMessage(request);
      if (submission.code === 'done') formRef.current?.reset();
      return submission;
    },
    tellWhatIsMissing,
  );
  const problemOf = (name: string): string | undefined =>
    problems[name] === contactSentences.missing ? 'Required' : problems[name];
  return (
    <form ref={formRef} {...formProps} className="form-fields" aria-label="Contact">
      <div className="form-pair">
        <TextField
          id="contact-name"
          name="name"
          label="Name"
          autoComplete="name"
          required
          problem={problemOf('name')}
        />
        <TextField
          id="contact-email"
          name="email"
          type="email"
          label="Email"
          autoComplete="email"
          required
          problem={problemOf('email')}
        />
      </div>
      <TextField id="contact-subject" name="subject" label="Subject" hint="Optional" problem={problemOf('subject')} />
      <TextAreaField id="contact-message" name="message" label="Message" required problem={problemOf('message')} />
      <Trap />
      <Button type="submit" size="large" disabled={!isHydrated || isSubmitting}>
        {isSubmitting ? 'Sending Message...' : 'Send Message'}
      </Button>
    </form>
  );
}

/** A field for programs that fill in whatever they find: no person meets it by eye, by ear or by keyboard. */
const Trap = (): JSX.Element => (
  <div className="sr-only" aria-hidden="true">
    <label htmlFor="contact-website">Website</label>
    <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
  </div>
);

/** Spec 5: one toast for all that is missing; which fields those are stands under them. */
function tellWhatIsMissing(problems: Problems): void {
  if (!Object.values(problems).includes(contactSentences.missing)) return;
  showToast({ title: 'Missing Information', description: contactSentences.missing, tone: 'destructive' });
}
