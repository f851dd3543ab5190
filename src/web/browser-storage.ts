import { useIsHydrated } from './ui/use-is-hydrated.ts';

/**
 * A text stored under one key. If the browser refuses to store it, because its storage is blocked or full, the text lasts as
 * long as the page.
 */
export interface StoredText {
  /** Null when nothing is stored. */
  read(): string | null;
  /** Null removes the text. */
  write(text: string | null): void;
}

/** Creates a text that all tabs of this browser share. It stays until it is removed. */
export const storedInBrowser = (key: string): StoredText => storedText('localStorage', key);

/** Creates a text of this tab. It survives reloads. */
export const storedInTab = (key: string): StoredText => storedText('sessionStorage', key);

function storedText(area: 'localStorage' | 'sessionStorage', key: string): StoredText {
  let refused: { readonly text: string | null } | undefined; // a text that the browser refused to store
  return {
    read: () => {
      if (refused) return refused.text;
      try {
        return window[area].getItem(key); // with all site data blocked, the property itself throws
      } catch {
        return null;
      }
    },
    write: (text) => {
      try {
        if (text === null) window[area].removeItem(key);
        else window[area].setItem(key, text);
        refused = undefined;
      } catch {
        refused = { text };
      }
    },
  };
}

/** Returns the cookies that scripts can read; none if the browser refuses. */
export function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** Returns true if the browser blocks cookies. Signing in and PayPal need one. */
export const useAreCookiesBlocked = (): boolean => useIsHydrated() && !navigator.cookieEnabled;
