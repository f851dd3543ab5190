import { startTransition, useState, type JSX } from 'react';
import { CurrencySelector } from '#web/country/index.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { HeaderLinks } from './header-links.tsx';
import { OwnAccountLink } from './own-account-link.tsx';

/**
 * On narrow screens, a sheet from the right with the header's links and the currency selector. To make the sheet open faster, its
 * content is rendered when the menu button is first touched, before the finger lifts, or is pressed by keyboard. It then stays.
 */
export function SideMenu(): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const [isNeeded, setIsNeeded] = useState(false);
  const isHydrated = useIsHydrated();
  const close = (): void => setIsOpen(false);
  return (
    <div className="needs-script lg:hidden">
      <button
        type="button"
        className="menu-button"
        aria-label="Menu"
        aria-haspopup="dialog"
        disabled={!isHydrated}
        onPointerDown={() => startTransition(() => setIsNeeded(true))}
        onClick={() => {
          setIsNeeded(true); // without the links, a keypress on one would close the menu before it opens the page
          setIsOpen(true);
        }}
      >
        <Icon name="menu" />
      </button>
      <Dialog isOpen={isOpen} onClose={close} title="Menu" className="dialog-sheet">
        {isNeeded && (
          <>
            <nav aria-label="Main" className="grid">
              <HeaderLinks onChoose={close} />
            </nav>
            <div className="mt-4 ruled-above pt-4">
              <OwnAccountLink onChoose={close} />
              <CurrencySelector hasName />
            </div>
          </>
        )}
      </Dialog>
    </div>
  );
}
