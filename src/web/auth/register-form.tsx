import type { JSX } from 'react';
import { signInEndpoints } from '#contract/sign-in-endpoints.ts';
import { registerRequest, type RegisterRequest } from '#contract/account.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import type { Problems } from '#web/ui/check-form.ts';
import { CountryField } from '#web/ui/country-field.tsx';
import { NewPasswordField } from '#web/ui/new-password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { useSignIn } from './use-sign-in.ts';

/** Makes an account and signs in with it (spec 5, Register). */
export function RegisterForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const register = useSignIn(askToRegister, { welcome: 'Account created!', failure: 'Registration failed' });
  const { problems, isSubmitting, formProps } = useCheckedForm(registerRequest, register);
  return (
    <form {...formProps} className="form-fields" aria-label="Register">
      <SignInFields problems={problems} />
      <PersonFields problems={problems} />
      <Button type="submit" size="large" disabled={!isHydrated || isSubmitting}>
        {isSubmitting ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}

interface FieldsProps {
  readonly problems: Problems;
}

const SignInFields = ({ problems }: FieldsProps): JSX.Element => (
  <>
    <TextField
      id="register-username"
      name="username"
      label="Username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      problem={problems['username']}
    />
    <TextField
      id="register-email"
      name="email"
      type="email"
      label="Email"
      autoComplete="email"
      required
      problem={problems['email']}
    />
    <NewPasswordField id="register-password" name="password" label="Password" problem={problems['password']} />
  </>
);

const PersonFields = ({ problems }: FieldsProps): JSX.Element => (
  <>
    <div className="form-pair">
      <TextField
        id="register-first-name"
        name="firstName"
        label="First name (optional)"
        autoComplete="given-name"
        problem={problems['firstName']}
      />
      <TextField
        id="register-last-name"
        name="lastName"
        label="Last name (optional)"
        autoComplete="family-name"
        problem={problems['lastName']}
      />
    </div>
    <CountryField id="register-country" problem={problems['country']} />
  </>
);

/** The account's day is the donor's own: the browser knows the zone (rulings, Rewards). */
const askToRegister = (request: RegisterRequest) =>
  callEndpoint(signInEndpoints.register, {
    body: { ...request, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  });
