import { transparencyCalls } from '#contract/calls/public/transparency.ts';
import type { TransparencyPage } from '#domain/transparency/transparency-page.ts';
import { callEndpoint } from '#web/api.ts';

/** Requests the figures, for visitors who come from another page. */
export const loadTransparency = (): Promise<TransparencyPage> => callEndpoint(transparencyCalls.getTransparency, {});
