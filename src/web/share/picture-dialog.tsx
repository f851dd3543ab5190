import { useEffect, useRef, useState, type JSX, type RefObject } from 'react';
import { publicUrl } from '#web/page-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { drawPicture, pictureSize } from './draw-picture.ts';
import { describePicture, pictureTexts, type PictureFigures, type PictureTexts } from './picture-texts.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import rules from './picture.css?inline';

adoptStyles(rules);

interface PictureDialogProps {
  readonly figures: PictureFigures;
  readonly onClose: () => void;
}

/** Shows the picture and says what is in it, before the donor shares or saves it. */
export default function PictureDialog({ figures, onClose }: PictureDialogProps): JSX.Element {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const [texts] = useState(() => pictureTexts(figures, publicUrl()));
  const picture = usePicture(canvasRef, texts);
  return (
    <Dialog isOpen onClose={onClose} title="Your picture" className="share-picture-dialog">
      <div className="share-picture">
        <canvas ref={canvasRef} role="img" aria-label={describePicture(texts)} {...pictureSize} />
        <p>{`It says: ${texts.meals} ${texts.gifts}.`} Your name and what you paid are not in it.</p>
        <p role="status">
          {picture.state === 'drawing' && 'Drawing your picture…'}
          {picture.state === 'failed' && "We couldn't draw the picture in this browser."}
        </p>
        {picture.state === 'drawn' && <PictureActions file={picture.file} address={picture.address} />}
      </div>
    </Dialog>
  );
}

type Picture =
  | { readonly state: 'drawing' | 'failed' }
  /** `address` is valid only on this page, until the dialog closes. */
  | { readonly state: 'drawn'; readonly file: File; readonly address: string };

function usePicture(canvasRef: RefObject<HTMLCanvasElement | null>, texts: PictureTexts): Picture {
  const [picture, setPicture] = useState<Picture>({ state: 'drawing' });
  useEffect(() => {
    let isClosed = false;
    let address: string | undefined;
    const draw = async (): Promise<void> => {
      if (!canvasRef.current) return;
      const file = await drawPicture(canvasRef.current, texts);
      if (isClosed) return;
      address = URL.createObjectURL(file);
      setPicture({ state: 'drawn', file, address });
    };
    draw().catch(() => setPicture({ state: 'failed' }));
    return () => {
      isClosed = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [canvasRef, texts]);
  return picture;
}

/** A button to share the picture, if the browser can share files, and a link to save it. */
const PictureActions = ({ file, address }: { readonly file: File; readonly address: string }): JSX.Element => {
  const canShare = 'canShare' in navigator && navigator.canShare({ files: [file] });
  return (
    <p className="share-picture-actions">
      {canShare && <Button onClick={() => void share(file)}>Share picture</Button>}
      <a href={address} download={file.name} className={`button button-${canShare ? 'secondary' : 'primary'}`}>
        Save picture
      </a>
    </p>
  );
};

/** Shares the file with a link to the home page. */
async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], url: `${publicUrl()}/` });
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === 'AbortError') return; // the donor changed their mind
    showToast({
      title: "We couldn't share the picture",
      description: 'Please save it and share it from your device.',
      tone: 'destructive',
    });
  }
}
