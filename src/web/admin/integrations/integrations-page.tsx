import { lazy, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { AdminPage } from '../ui/admin-page.tsx';

/** `/admin/integrations`: how other programs work with this one. */
export default function IntegrationsPage(): JSX.Element {
  return (
    <AdminPage
      title="Integrations"
      description="How other programs read data here, act, and are notified of events."
      path="/admin/integrations"
      right="useApi"
    >
      <LazyPart>
        <Integrations />
      </LazyPart>
    </AdminPage>
  );
}

const Integrations = lazy(async () => ({ default: (await import('./integrations.tsx')).Integrations }));
