import { startTransition, useOptimistic, type JSX } from 'react';
import { useLocation } from 'wouter';
import { useVisit } from '#web/app-router.tsx';
import { Link } from '#web/ui/link.tsx';
import { focusTab, tabId, Tabs } from '#web/ui/tabs.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

const login = { name: 'login', label: 'Login', Form: LoginForm, question: 'No account yet?' } as const;
const register = {
  name: 'register',
  label: 'Register',
  Form: RegisterForm,
  question: 'Already have an account?',
} as const;
const tabs = [login, register];

type Tab = (typeof tabs)[number];

/** Login (the default) and Register. The hash selects the tab, so that links can open either. */
export function AuthTabs(): JSX.Element {
  const isHydrated = useIsHydrated();
  const [chosen, choose] = useChosenTab(isHydrated);
  return (
    <>
      <Tabs
        label="Sign in or register"
        panelId={panelId}
        tabs={tabs}
        chosen={chosen.name}
        onChoose={choose}
        isDisabled={!isHydrated}
      />
      <TabPanel tab={chosen} onSwitch={choose} />
    </>
  );
}

/** Returns the tab in the hash. It changes before the router updates, because the next key press belongs to the new form. */
function useChosenTab(isHydrated: boolean): [chosen: Tab, choose: (name: Tab['name']) => void] {
  const { hash, state } = useVisit();
  const [, navigate] = useLocation();
  const [chosen, setOptimistically] = useOptimistic<Tab['name']>(
    isHydrated && hash === '#register' ? 'register' : 'login',
  );
  const choose = (name: Tab['name']): void =>
    startTransition(() => {
      setOptimistically(name);
      navigate(`#${name}`, { replace: true, state }); // keeps the reason for signing in
    });
  return [chosen === 'login' ? login : register, choose];
}

interface TabPanelProps {
  readonly tab: Tab;
  readonly onSwitch: (name: Tab['name']) => void;
}

function TabPanel({ tab: { name, Form, question }, onSwitch }: TabPanelProps): JSX.Element {
  const other = name === 'login' ? register : login;
  return (
    <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, name)} className="mt-6">
      <Form key={name} />
      <p className="mt-6 text-center">
        {`${question} `}
        <Link
          to={`/auth#${other.name}`}
          className="link"
          onClick={(event) => {
            event.preventDefault();
            onSwitch(other.name);
            focusTab(panelId, other.name);
          }}
        >
          {other.label}
        </Link>
      </p>
    </div>
  );
}

const panelId = 'auth-panel';
