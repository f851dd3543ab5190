import { useState, type JSX } from 'react';
import { passwordLinkRequest } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { tellRefusal } from '#web/ui/tell-refusal.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { useCheckedForm, type Submission } from '#web/ui/use-checked-form.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { LinkPage, LinkOutcome } from './link-page.tsx';

/** `/forgot-password`: mails a link to choose a new password. What it says is the same whether there is such an account. */
export default function ForgotPasswordPage(): JSX.Element {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <LinkPage
      title="Forgotten your password?"
      description="Ask for a link by mail and choose a new password."
      path="/forgot-password"
    >
      {isAsked ? <LinkOnItsWay onAgain={() => setIsAsked(false)} /> : <AskForm onAsked={() => setIsAsked(true)} />}
    </LinkPage>
  );
}

function AskForm({ onAsked }: { readonly onAsked: () => void }): JSX.Element {
  const isHydrated = useIsHydrated();
  const { problems, isSubmitting, formProps } = useCheckedForm(
    passwordLinkRequest,
    async (body): Promise<Submission> => {
      try {
        await callEndpoint(accountEndpoints.requestPasswordLink, { body });
        onAsked();
        return { code: 'done' };
      } catch (problem) {
        return tellRefusal(problem, { title: 'The link was not sent' });
      }
    },
  );
  return (
    <form {...formProps} className="form-fields" aria-label="Ask for a link">
      <p>It happens. Tell us your address, and we mail you a link to choose a new password.</p>
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
        <PageLink to="/auth" className="link">
          Back to Sign In
        </PageLink>
      </p>
    </form>
  );
}

const LinkOnItsWay = ({ onAgain }: { readonly onAgain: () => void }): JSX.Element => (
  <LinkOutcome
    picture="/art/loaf.svg"
    text="If there is an account with this address, a link is on its way. It works once, for one hour."
  >
    <Button tone="secondary" onClick={onAgain}>
      Try another address
    </Button>
  </LinkOutcome>
);
