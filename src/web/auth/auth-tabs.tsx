import type { JSX, KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PageLink } from '#web/ui/page-link.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

const tabs = {
  login: { label: 'Login', Form: LoginForm, other: 'register', question: 'No account yet?' },
  register: { label: 'Register', Form: RegisterForm, other: 'login', question: 'Have an account already?' },
} as const;

type TabName = keyof typeof tabs;

const tabNames: readonly TabName[] = ['login', 'register'];

/** Login, the default, and Register as two tabs. The address's hash says which one, so that a link can lead to either. */
export function AuthTabs(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const chosen: TabName = isHydrated && hash === '#register' ? 'register' : 'login';
  const choose = (name: TabName): void => {
    void navigate(`#${name}`, { replace: true });
    document.getElementById(tabId(name))?.focus();
  };
  const handleKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') choose(tabs[chosen].other);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus belongs to the tabs, which hand their keys up */}
      <div role="tablist" aria-label="Sign in or register" className="tabs" onKeyDown={handleKeyDown}>
        {tabNames.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabId(name)}
            aria-selected={name === chosen}
            aria-controls={panelId}
            tabIndex={name === chosen ? 0 : -1}
            disabled={!isHydrated}
            className="tab"
            onClick={() => choose(name)}
          >
            {tabs[name].label}
          </button>
        ))}
      </div>
      <TabPanel name={chosen} onSwitch={choose} />
    </>
  );
}

function TabPanel({ name, onSwitch }: { name: TabName; onSwitch: (name: TabName) => void }): JSX.Element {
  const { Form, other, question } = tabs[name];
  return (
    <div role="tabpanel" id={panelId} aria-labelledby={tabId(name)} className="mt-6">
      <Form key={name} />
      <p className="mt-6 text-center">
        {`${question} `}
        <PageLink
          to={`/auth#${other}`}
          className="link"
          onClick={(event) => {
            event.preventDefault();
            onSwitch(other);
          }}
        >
          {tabs[other].label}
        </PageLink>
      </p>
    </div>
  );
}

const panelId = 'auth-panel';

const tabId = (name: TabName): string => `auth-tab-${name}`;
