export { announceRenewals } from './announce-renewals.ts';
export { cancelPlanJob, endPlansOf, movePlans } from './cancel-plans.ts';
export { followCharityJob } from './charities/follow-charity.ts';
export { createCharityWatch } from './charities/watch-charities.ts';
export { listPlans } from './list-plans.ts';
export { planMailWriters } from './plan-mails.ts';
export { recurringRoutes } from './routes.ts';
