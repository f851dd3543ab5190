import { useState, type JSX } from 'react';
import { passwordLinkRequest } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { useVisit } from '#web/app-router.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { useForm, type Submission } from '#web/ui/form/use-form.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { LinkPage, LinkOutcome } from './link-page.tsx';

/** `/forgot-password`: emails a link to choose a new password. The page says the same whether or not the account exists. */
export default function ForgotPasswordPage(): JSX.Element {
  const [isSent, setIsSent] = useState(false);
  return (
    <LinkPage
      title="Forgot your password?"
      description="Get a link by email and choose a new password."
      path="/forgot-password"
    >
      {isSent ? <LinkOnItsWay onAgain={() => setIsSent(false)} /> : <RequestForm onSent={() => setIsSent(true)} />}
    </LinkPage>
  );
}

function RequestForm({ onSent }: { readonly onSent: () => void }): JSX.Element {
  const isHydrated = useIsHydrated();
  const { state } = useVisit(); // why the visitor was sent to sign in
  const { problems, isSubmitting, formProps } = useForm(passwordLinkRequest, async (body): Promise<Submission> => {
    try {
      await callEndpoint(accountCalls.requestPasswordLink, { body });
      onSent();
      return { code: 'done' };
    } catch (problem) {
      return showRefusal(problem, { title: "We couldn't send the link" });
    }
  });
  return (
    <form {...formProps} className="form-fields" aria-label="Request a link">
      <p>It happens. Enter your email and we&apos;ll send you a link to choose a new one.</p>
      <TextField
        id="forgot-email"
        name="email"
        type="email"
        label="Email"
        autoComplete="email"
        required
        problem={problems['email']}
      />
      <Button type="submit" size="large" disabled={!isHydrated || isSubmitting}>
        {isSubmitting ? 'Sending…' : 'Send me a link'}
      </Button>
      <p className="text-center">
        <Link to="/auth" state={state} className="link">
          Back to Sign In
        </Link>
      </p>
    </form>
  );
}

const LinkOnItsWay = ({ onAgain }: { readonly onAgain: () => void }): JSX.Element => (
  <LinkOutcome
    picture="/art/loaf.svg"
    text="If there is an account with this address, a link is on its way. The link works once and expires in an hour."
  >
    <Button tone="secondary" onClick={onAgain}>
      Try another address
    </Button>
  </LinkOutcome>
);
