import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { AppRouter, startHydration } from './app-router.tsx';
import { pageRoutes } from './routes.tsx';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

// Loads the page while React is busy with the layout. A failure is ignored here: rendering the page shows it.
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
