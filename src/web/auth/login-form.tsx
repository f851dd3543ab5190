import type { JSX } from 'react';
import { sessionEndpoints } from '#contract/session-endpoints.ts';
import { loginRequest, type LoginRequest } from '#contract/account.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { TextField } from './text-field.tsx';
import { useCheckedForm } from './use-checked-form.ts';
import { useSignIn } from './use-sign-in.ts';

/** Signs in with user name or e-mail address, and password (spec 5, Login). */
export function LoginForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const logIn = useSignIn(askToLogIn, { welcome: 'Welcome back!', failure: 'Login failed' });
  const { problems, isSubmitting, formProps } = useCheckedForm(loginRequest, logIn);
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
      <Button type="submit" size="large" disabled={!isHydrated || isSubmitting}>
        {isSubmitting ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}

const askToLogIn = (body: LoginRequest) => callEndpoint(sessionEndpoints.login, { body });
