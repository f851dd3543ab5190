export { SplitPart } from './split-part.tsx';
export { SplitView } from './split-view.tsx';
export { toMoney } from './split.ts';
