import { useState, type JSX } from 'react';
import { registerRequest, type RegisterRequest } from '#contract/account/sign-in.ts';
import { signInCalls } from '#contract/calls/sign-in.ts';
import { callEndpoint } from '#web/api.ts';
import { useCountry } from '#web/country/index.ts';
import { Button } from '#web/ui/button.tsx';
import { CountryField } from '#web/ui/form/country-field.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { NewPasswordField } from '#web/ui/form/new-password-field.tsx';
import { useForm, type Problems } from '#web/ui/form/use-form.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { useSignIn } from './use-sign-in.ts';

/** Creates an account and signs in (spec 5, Register). */
export function RegisterForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const register = useSignIn(requestRegistration, { welcome: 'Account created!', failure: 'Registration failed' });
  const { problems, isSubmitting, formProps } = useForm(registerRequest, register);
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
    <OwnCountryField problem={problems['country']} />
  </>
);

/** Preselects the visitor's country (spec-readings, Accounts), even if it is detected late, but keeps what was picked. */
function OwnCountryField({ problem }: { readonly problem: string | undefined }): JSX.Element {
  const { country } = useCountry();
  const [preselected, setPreselected] = useState(country);
  const [isPicked, setIsPicked] = useState(false);
  if (!isPicked && preselected !== country) setPreselected(country);
  return (
    <CountryField
      key={preselected}
      id="register-country"
      country={preselected}
      hasPrompt
      problem={problem}
      onChange={() => setIsPicked(true)}
    />
  );
}

/** Registers with the browser's time zone, which decides the donor's day (spec-readings, Rewards). */
const requestRegistration = (request: RegisterRequest) =>
  callEndpoint(signInCalls.register, {
    body: { ...request, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  });
