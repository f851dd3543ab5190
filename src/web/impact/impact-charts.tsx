/** The charts of the impact page: one script, loaded after the figures. */
export { GivingDetails } from './giving-details.tsx';
export { OverTime } from './over-time.tsx';
