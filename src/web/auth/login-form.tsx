import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { accountSentences, loginRequest, type LoginRequest } from '#contract/account.ts';
import { signInEndpoints } from '#contract/sign-in-endpoints.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCheckedForm, type Submission } from '#web/ui/use-checked-form.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { useSignIn } from './use-sign-in.ts';

/**
 * Signs in with user name or e-mail address, and password (spec 5, Login). An account with a second factor is asked for its
 * code too, once the server says that it has one.
 */
export function LoginForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const [needsCode, setNeedsCode] = useState(false);
  const settleRefusal = (problem: unknown): Submission | undefined => {
    if (!(problem instanceof ApiError)) return undefined;
    if (needsCode && problem.code === 'login_failed') return { code: 'refused', problems: { code: codeRefused } };
    if (problem.code !== 'second_factor_needed') return undefined;
    setNeedsCode(true);
    return { code: 'refused', problems: {} };
  };
  const logIn = useSignIn(askToLogIn, { welcome: 'Welcome back!', failure: 'Login failed' }, settleRefusal);
  const schema = needsCode ? loginRequestWithCode : loginRequest;
  const { problems, isSubmitting, formProps } = useCheckedForm<LoginRequest>(schema, logIn);
  return (
    <form {...formProps} className="form-fields" aria-label="Login">
      <TextField
        id="login-username"
        name="username"
        label="Username"
        hint="Your email address works too."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        problem={problems['username']}
      />
      <TextField
        id="login-password"
        name="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        required
        problem={problems['password']}
      />
      <p className="text-sm">
        <PageLink to="/forgot-password" className="link">
          Forgotten your password?
        </PageLink>
      </p>
      {needsCode && <CodeField problem={problems['code']} />}
      <Button type="submit" size="large" disabled={!isHydrated || isSubmitting}>
        {isSubmitting ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}

const CodeField = ({ problem }: { readonly problem: string | undefined }): JSX.Element => (
  <TextField
    ref={takeFocus}
    id="login-code"
    name="code"
    label="Authenticator code"
    hint="The six digits that your authenticator shows now, or one of your recovery codes."
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    problem={problem}
  />
);

/** The field answers the press of a button: whoever pressed it goes on right there. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();

/** The password has just been right; whoever guesses is not told which of the two is not. */
const codeRefused = 'Password and code do not fit. Please enter the newest code.';

const loginRequestWithCode = z.extend(loginRequest, {
  code: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: accountSentences.codeNeeded }),
      z.maxLength(40, { error: accountSentences.codeNeeded }),
    ),
});

const askToLogIn = (body: LoginRequest) => callEndpoint(signInEndpoints.login, { body });
