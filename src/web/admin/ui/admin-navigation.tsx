import { useState, type JSX } from 'react';
import { useLocation } from 'wouter';
import type { Right } from '#domain/staff/rights.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { adminLinks } from './admin-links.ts';

interface AdminNavigationProps {
  /** The rights of the signed-in staff member. */
  readonly rights: readonly Right[];
}

/** The links of the admin area: a sidebar on wide screens, a collapsible menu on others. */
export function AdminNavigation({ rights }: AdminNavigationProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const [path] = useLocation();
  return (
    <nav aria-label="Admin">
      <button
        type="button"
        className="admin-menu-button"
        aria-expanded={isOpen}
        aria-controls="admin-links"
        onClick={() => setIsOpen(!isOpen)}
      >
        Admin menu
        <Icon name="chevron" className="size-5" />
      </button>
      <ul id="admin-links" className="admin-links" data-is-open={isOpen}>
        {adminLinks
          .filter(({ right }) => rights.includes(right))
          .map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="admin-link" aria-current={currentOf(path, to)}>
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** Returns the link's `aria-current`. Pages below a link's page mark the link too, except below `/admin`, the parent of all. */
function currentOf(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to) return 'page';
  return to !== '/admin' && path.startsWith(`${to}/`) ? 'true' : undefined;
}
