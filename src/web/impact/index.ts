export { ImpactFigures } from './impact-figures.tsx';
export { type Impact } from './impact.ts';
export { useImpact } from './use-impact.ts';
