export { findRewards } from './find-rewards.ts';
export { rewardRoutes } from './routes.ts';
