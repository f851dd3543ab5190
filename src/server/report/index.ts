export { reportRoutes } from './routes.ts';
export { rebuildDonationDays, writeDonationDays } from './days/write-donation-days.ts';
export { figuresKind } from './example/figures-kind.ts';
export { countersKind } from './figures/counters-kind.ts';
export { createFiguresReader, type FiguresReader } from './figures/figures-reader.ts';
export { yearsKind } from './years/years-kind.ts';
export { createYearsReader, type YearsReader } from './years/years-reader.ts';
