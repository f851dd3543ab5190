import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { AppRouter, startHydration } from './app-router.tsx';
import { pageRoutes } from './routes.tsx';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

// While React is busy with the page's frame. The page itself says when it cannot be loaded.
pageRoutes
  .find(({ path }) => path === window.location.pathname)
  ?.load()
  .catch(() => undefined);
startHydration();
// A transition, so that clicks and scrolling interrupt hydration.
startTransition(() => {
  hydrateRoot(
    root,
    <StrictMode>
      <AppRouter>
        <App />
      </AppRouter>
    </StrictMode>,
  );
});
