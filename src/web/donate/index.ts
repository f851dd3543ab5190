export { DonateSection } from './donate-section.tsx';
export { forgetSubmittedDraft } from './draft-store.ts';
