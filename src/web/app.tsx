import { Suspense, type JSX } from 'react';
import { Route, Routes } from 'react-router';
import { Analytics } from './analytics/index.ts';
import { CountryProvider } from './country/index.ts';
import { Layout } from './layout/layout.tsx';
import { notFoundRoute, pageRoutes } from './routes.tsx';

/** By these names pages are counted, whatever ids their addresses carry. */
const patterns = pageRoutes.map(({ path }) => path);

/** The whole product in the browser: what every page has around it, and the page that the address names. */
export const App = (): JSX.Element => (
  <CountryProvider>
    <Layout>
      <Suspense>
        <Routes>
          {pageRoutes.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<notFoundRoute.Page />} />
        </Routes>
      </Suspense>
    </Layout>
    <Analytics patterns={patterns} />
  </CountryProvider>
);
