import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { reason } from '#contract/admin/reason.ts';
import type { ReviewItem } from '#contract/admin/review/review-items.ts';
import type { ReviewAction } from '#domain/review/review-item.ts';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog } from '#web/admin/ui/action-dialog.tsx';
import { textsOf } from './item-sentences.ts';
import { useResolveItem } from './use-review-items.ts';

const reasonOnly = z.object({ reason });

/** The actions that resolve an item, each with a dialog that says what the action will do. */
export function ItemActions({ item }: { readonly item: ReviewItem }): JSX.Element {
  const resolve = useResolveItem();
  const [action, setAction] = useState<ReviewAction>();
  const texts = textsOf(action ?? 'dismiss', item);
  const close = (): void => setAction(undefined);
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      {item.actions.map((offered) => (
        <Button key={offered} tone={offered === 'record' ? 'primary' : 'secondary'} onClick={() => setAction(offered)}>
          {`${textsOf(offered, item).name}…`}
        </Button>
      ))}
      <ActionDialog
        isOpen={action !== undefined}
        title={texts.title}
        schema={reasonOnly}
        action={texts.name}
        busyText={texts.busyText}
        run={async (form) => resolve({ itemId: item.id, action: action ?? 'dismiss', ...form })}
        onDone={close}
        onClose={close}
      >
        <p>{texts.effect}</p>
      </ActionDialog>
    </div>
  );
}
