export { CopyLinkButton } from './copy-link-button.tsx';
export { ShareBlock } from './share-block.tsx';
