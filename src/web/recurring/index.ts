export { MonthlyGifts } from './monthly-gifts.tsx';
export { describeGift } from './plan-texts.ts';
export { isChargeExpected, type ExpectedPlan } from './plan.ts';
export { usePlans } from './use-plans.ts';
