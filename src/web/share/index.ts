export { ShareBlock } from './share-block.tsx';
