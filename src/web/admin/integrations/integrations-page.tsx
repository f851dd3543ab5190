import { lazy, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { AdminPage } from '../ui/admin-page.tsx';

/** `/admin/integrations`: how other programs work with this one. */
export default function IntegrationsPage(): JSX.Element {
  return (
    <AdminPage
      title="Integrations"
      description="How other programs read from this one, and act in it."
      path="/admin/integrations"
      right="useApi"
    >
      <LazyPart>
        <Tokens />
      </LazyPart>
    </AdminPage>
  );
}

const Tokens = lazy(async () => ({ default: (await import('./tokens/tokens.tsx')).Tokens }));
