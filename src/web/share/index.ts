export { CopyLinkButton } from './copy-link-button.tsx';
export { PictureButton } from './picture-button.tsx';
export { ShareBlock } from './share-block.tsx';
