import { newsletterSentences } from '#contract/newsletter.ts';
import { newsletterCalls } from '#contract/calls/newsletter.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast/toast.ts';

/**
 * Subscribes an address and shows the result in a toast (spec 5 and 8). Returns true if the address was accepted. Throws if the
 * server cannot be reached.
 */
export async function subscribe(email: string): Promise<boolean> {
  if (!email.includes('@')) return refuse('Invalid Email', newsletterSentences.emailInvalid);
  try {
    await callEndpoint(newsletterCalls.subscribe, { body: { email } });
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    return refuse('Subscription Failed', problem.serverSentence ?? failureSentence);
  }
  showToast({ title: 'One More Step', description: nextStep });
  return true;
}

const failureSentence = 'There was a problem with your subscription. Please try again.';

/** The same for every address, so that it does not reveal who is subscribed (spec-readings, Pages). */
const nextStep =
  "A confirmation link is on its way to you. Your subscription starts once you confirm it. If you've already confirmed, you're on the list.";

function refuse(title: string, description: string): false {
  showToast({ title, description, tone: 'destructive' });
  return false;
}
