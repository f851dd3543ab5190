import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { accountSentences } from '#contract/account/account.ts';
import { loginRequest, type LoginRequest } from '#contract/account/sign-in.ts';
import { signInCalls } from '#contract/calls/sign-in.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { useVisit } from '#web/app-router.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { useForm, type Submission } from '#web/ui/form/use-form.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { useSignIn } from './use-sign-in.ts';

/**
 * Signs in with username or email address, and password (spec 5, Login). Shows the field for a second-factor code when the
 * server asks for one.
 */
export function LoginForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { state } = useVisit();
  const [needsCode, setNeedsCode] = useState(false);
  const handleRefusal = (problem: unknown): Submission | undefined => {
    if (!(problem instanceof ApiError)) return undefined;
    if (needsCode && problem.code === 'login_failed') return { code: 'refused', problems: { code: codeRefused } };
    if (problem.code !== 'second_factor_needed') return undefined;
    setNeedsCode(true);
    return { code: 'refused', problems: {} };
  };
  const logIn = useSignIn(requestLogin, { welcome: 'Welcome back!', failure: 'Login failed' }, handleRefusal);
  const schema = needsCode ? loginRequestWithCode : loginRequest;
  const { problems, isSubmitting, formProps } = useForm<LoginRequest>(schema, logIn);
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
        <Link to="/forgot-password" state={state} className="link">
          Forgot your password?
        </Link>
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
    hint="The 6-digit code from your authenticator app, or one of your recovery codes."
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    problem={problem}
  />
);

// The field appears in response to Sign In, so focus moves to it.
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();

// Does not say which of the two is wrong, so that a guesser learns nothing.
const codeRefused = 'Incorrect password or code. Please enter the latest code.';

const loginRequestWithCode = z.extend(loginRequest, {
  code: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: accountSentences.codeNeeded }),
      z.maxLength(40, { error: accountSentences.codeNeeded }),
    ),
});

const requestLogin = (body: LoginRequest) => callEndpoint(signInCalls.login, { body });
