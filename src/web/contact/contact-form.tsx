import { useRef, type JSX } from 'react';
import { contactCalls } from '#contract/calls/contact.ts';
import { contactRequest, contactSentences, type ContactRequest } from '#contract/contact.ts';
import { contactEmail } from '#web/page-settings.ts';
import { callEndpoint } from '#web/api.ts';
import { ApiError, failureText } from '#web/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { useForm, type Problems, type Submission } from '#web/ui/form/use-form.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/** The form on `/contact`. It is cleared only after the server has accepted the message. */
export function ContactForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const formRef = useRef<HTMLFormElement>(null);
  const { problems, isSubmitting, formProps } = useForm(
    contactRequest,
    async (request) => {
      const submission = await sendMessage(request);
      if (submission.code === 'done') formRef.current?.reset();
      return submission;
    },
    showMissingFields,
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
      <Honeypot />
      <Button type="submit" size="large" disabled={!isHydrated || isSubmitting}>
        {isSubmitting ? 'Sending Message...' : 'Send Message'}
      </Button>
    </form>
  );
}

/** A honeypot: hidden from people and screen readers, and filled in by bots. */
const Honeypot = (): JSX.Element => (
  <div className="sr-only" aria-hidden="true">
    <label htmlFor="contact-website">Website</label>
    <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
  </div>
);

/** Spec 5: one toast for all missing fields; each field also shows its own error. */
function showMissingFields(problems: Problems): void {
  if (!Object.values(problems).includes(contactSentences.missing)) return;
  showToast({ title: 'Missing Information', description: contactSentences.missing, tone: 'destructive' });
}

/** Shows the result in a toast (spec 8, Contact). */
async function sendMessage(request: ContactRequest): Promise<Submission> {
  try {
    await callEndpoint(contactCalls.sendContactMessage, { body: request });
  } catch (problem) {
    // Spec 8: one sentence for a refusal and for a lost connection. After too many messages, the server's own sentence is shown.
    const description = problem instanceof ApiError && problem.status === 429 ? failureText(problem) : failureSentence;
    showToast({ title: 'Error Sending Message', description, tone: 'destructive' });
    return { code: 'refused', problems: {} };
  }
  showToast({ title: 'Message Sent', description: thank(request.name.trim()) });
  return { code: 'done' };
}

const failureSentence = `There was a problem sending your message. Please try again later or contact us directly at ${contactEmail()}.`;

const thank = (name: string): string =>
  `Thank you for contacting us, ${name}! We've received your message and will get back to you soon.`;
