import type { ContactRequest } from '#contract/contact.ts';
import { contactEndpoints } from '#contract/contact-endpoints.ts';
import { brand } from '#domain/brand.ts';
import { callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import type { Submission } from '#web/ui/use-checked-form.ts';

/** Sends a message to the team and says in a toast what became of it (spec 8, Contact). */
export async function sendMessage(request: ContactRequest): Promise<Submission> {
  try {
    await callEndpoint(contactEndpoints.sendContactMessage, { body: request });
  } catch {
    // Spec 8: one sentence for a refusal and for a broken connection alike.
    showToast({ title: 'Error Sending Message', description: failureSentence, tone: 'destructive' });
    return { code: 'refused', problems: {} };
  }
  showToast({ title: 'Message Sent', description: thank(request.name.trim()) });
  return { code: 'done' };
}

const failureSentence = `There was a problem sending your message. Please try again later or contact us directly at ${brand.contactEmail}.`;

const thank = (name: string): string =>
  `Thank you for contacting us, ${name}! We've received your message and will get back to you soon.`;
