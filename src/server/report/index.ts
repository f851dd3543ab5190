export { reportRoutes } from './routes.ts';
export { rebuildDonationDays, writeDonationDays } from './days/write-donation-days.ts';
export { countersKind } from './figures/counters-kind.ts';
export { createFiguresReader, type FiguresReader } from './figures/figures-reader.ts';
