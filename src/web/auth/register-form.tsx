import { useState, type JSX } from 'react';
import { sessionEndpoints } from '#contract/session-endpoints.ts';
import { registerRequest, type RegisterRequest } from '#contract/account.ts';
import { callEndpoint } from '#web/api.ts';
import { adoptSheet } from '#web/ui/adopt-sheet.ts';
import { Button } from '#web/ui/button.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import type { Problems } from './check-form.ts';
import { countryOptions, noCountry } from './country-options.ts';
import rules from './register-form.css?inline';
import { StrengthHint } from './strength-hint.tsx';
import { describedBy, FieldFrame, TextField } from './text-field.tsx';
import { useCheckedForm } from './use-checked-form.ts';
import { useSignIn } from './use-sign-in.ts';

adoptSheet(rules);

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

function SignInFields({ problems }: FieldsProps): JSX.Element {
  const [password, setPassword] = useState('');
  return (
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
      <TextField
        id="register-password"
        name="password"
        type="password"
        label="Password"
        hint={<StrengthHint password={password} />}
        autoComplete="new-password"
        required
        onChange={(event) => setPassword(event.target.value)}
        problem={problems['password']}
      />
    </>
  );
}

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
    <CountryField problem={problems['country']} />
  </>
);

const CountryField = ({ problem }: { readonly problem: string | undefined }): JSX.Element => (
  <FieldFrame id="register-country" label="Country" problem={problem}>
    <select
      id="register-country"
      name="country"
      autoComplete="country"
      required
      defaultValue={noCountry.value}
      className="form-control"
      aria-invalid={problem !== undefined}
      aria-describedby={describedBy('register-country', false)}
    >
      <option value={noCountry.value}>{noCountry.label}</option>
      {countryOptions().map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </FieldFrame>
);

/** The account's day is the donor's own: the browser knows the zone (rulings, Rewards). */
const askToRegister = (request: RegisterRequest) =>
  callEndpoint(sessionEndpoints.register, {
    body: { ...request, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  });
