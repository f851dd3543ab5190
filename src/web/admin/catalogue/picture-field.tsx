import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ChangeEvent, type JSX } from 'react';
import { pictureUpload } from '#contract/admin/pictures.ts';
import { pictureCalls } from '#contract/calls/admin/pictures.ts';
import { callEndpoint } from '#web/api.ts';
import { failureText } from '#web/api-error.ts';
import { hasSessionEnded } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { pictureOf } from './snack-pictures.ts';

interface PictureFieldProps {
  /** The snack's name, by which our own drawing is found. */
  readonly name: string;
  readonly picture: string | null;
  readonly onChange: (picture: string | null) => void;
}

/** The picture of a snack: our own drawing, or a file, which is uploaded as soon as it is chosen. */
export function PictureField({ name, picture, onChange }: PictureFieldProps): JSX.Element {
  const inputRef = useRef<HTMLInputElement>(null);
  const { isUploading, problem, upload, reset } = useUpload(onChange);
  return (
    <div className="form-field">
      <label htmlFor="snack-picture">Picture</label>
      <div className="picture-field">
        <img src={pictureOf({ name, picture })} alt="" width={120} height={90} className="catalogue-entry-picture" />
        <div className="picture-field-controls">
          <input
            ref={inputRef}
            id="snack-picture"
            type="file"
            accept={pictureUpload.types.join()}
            onChange={(event) => void upload(event)}
            aria-invalid={problem !== undefined}
            aria-describedby="snack-picture-hint snack-picture-problem"
          />
          {picture !== null && (
            <Button
              tone="quiet"
              onClick={() => {
                reset();
                onChange(null);
                inputRef.current?.focus(); // this button disappears
              }}
            >
              Use our drawing
            </Button>
          )}
        </div>
      </div>
      <p role="status" className="form-hint">
        {isUploading ? 'Uploading…' : ''}
      </p>
      <FieldProblem id="snack-picture-problem" sentence={problem} />
      <p id="snack-picture-hint" className="form-hint">
        PNG, JPEG or WebP, at most 2 MB, ideally four wide by three high. Without one, donors see our drawing.
      </p>
    </div>
  );
}

/** Returns a handler that uploads the chosen file, and its state. */
function useUpload(onUploaded: (picture: string) => void) {
  const cache = useQueryClient();
  const [isUploading, setIsUploading] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function upload(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    event.stopPropagation(); // the form would check its fields on this event
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file || isUploading) return;
    const obstacle = obstacleOf(file);
    setProblem(obstacle);
    if (obstacle === undefined) {
      setIsUploading(true);
      try {
        onUploaded((await callEndpoint(pictureCalls.uploadPicture, { file })).picture);
      } catch (failure) {
        if (!(await hasSessionEnded(cache, failure))) setProblem(failureText(failure));
      }
      setIsUploading(false);
    }
    input.value = ''; // the same file can be chosen again after it is corrected
  }
  return { isUploading, problem, upload, reset: () => setProblem(undefined) };
}

/** Returns the reason to refuse a file without sending it, if there is one. The server checks the files that are sent. */
function obstacleOf({ size, type }: File): string | undefined {
  const { types, bytesMax, sentences } = pictureUpload;
  if (!types.some((one) => one === type)) return sentences.wrongType;
  return size > bytesMax ? sentences.tooLarge : undefined;
}
