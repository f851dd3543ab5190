import { newsletterSentences } from '#contract/newsletter.ts';
import { newsletterEndpoints } from '#contract/newsletter-endpoints.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';

/**
 * Asks for the newsletter and says in a toast what became of it (spec 5 and 8): true when the address was taken. Rejects when
 * the server cannot be reached.
 */
export async function subscribe(email: string): Promise<boolean> {
  if (!email.includes('@')) return refuse('Invalid Email', newsletterSentences.emailInvalid);
  try {
    await callEndpoint(newsletterEndpoints.subscribe, { body: { email } });
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    return refuse('Subscription Failed', problem.told ?? failureSentence);
  }
  showToast({ title: 'One More Step', description: nextStep });
  return true;
}

const failureSentence = 'There was a problem with your subscription. Please try again.';

/** True for every address, and no word about which ones are subscribed (rulings, Newsletter). */
const nextStep =
  'A confirmation link is on its way to you. Your subscription starts when you confirm it; if you have done so before, you are already on the list.';

function refuse(title: string, description: string): false {
  showToast({ title, description, tone: 'destructive' });
  return false;
}
