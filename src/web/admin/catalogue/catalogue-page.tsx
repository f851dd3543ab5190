import { lazy, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { useHasRight } from '../use-staff.ts';
import { useAdminCatalogue } from './use-catalogue.ts';

// Loaded after the data, because staff without the right load neither.
const CatalogueEditor = lazy(async () => ({ default: (await import('./catalogue-editor.tsx')).CatalogueEditor }));

/** `/admin/catalogue`: the snacks that donors can skip, and the charities they can give to. */
export default function CataloguePage(): JSX.Element {
  return (
    <AdminPage
      title="Snacks and charities"
      description="What donors can skip, and whom they can give to."
      path="/admin/catalogue"
      right="readContent"
    >
      <Catalogue />
    </AdminPage>
  );
}

function Catalogue(): JSX.Element {
  const canEdit = useHasRight('editContent');
  return (
    <QueryView
      query={useAdminCatalogue()}
      loading={<Spinner label="Loading snacks and charities…" />}
      failure="We couldn't load snacks and charities."
    >
      {(current) => (
        <LazyPart loading={<Spinner label="Loading…" />}>
          <CatalogueEditor current={current} canEdit={canEdit} />
        </LazyPart>
      )}
    </QueryView>
  );
}
