import { lazy, useState, type JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import type { PictureFigures } from './picture-texts.ts';

const PictureDialog = lazy(() => import('./picture-dialog.tsx'));

/** Opens the donor's figures as a picture to share or save. It is drawn in the browser and never uploaded. */
export function PictureButton({ figures }: { readonly figures: PictureFigures }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button tone="secondary" onClick={() => setIsOpen(true)}>
        Make a picture
      </Button>
      {isOpen && (
        <LazyPart isRequested>
          <PictureDialog figures={figures} onClose={() => setIsOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}
