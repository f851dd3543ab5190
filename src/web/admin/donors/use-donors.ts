import type { ListedDonor } from '#contract/admin/donors/search.ts';
import { adminDonorCalls } from '#contract/calls/admin/donors/search.ts';
import { callForPage } from '#web/api.ts';
import type { ChosenFilters } from '../ui/filters.tsx';
import { usePages, type Pages } from '../ui/use-pages.ts';

/** Loads the donors that a search finds, page by page. */
export const useFoundDonors = (filters: ChosenFilters): Pages<ListedDonor> =>
  usePages(['admin-donors', filters], (cursor, signal) =>
    callForPage(adminDonorCalls.searchDonors, { query: { ...filters, ...cursor }, signal }),
  );
