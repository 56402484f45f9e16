import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { Translations } from '../i18n/i18n.tsx';
import { usePreferences } from '../session/preferences.ts';
import type { createAppRouter } from './router.ts';

interface Props {
  readonly client: QueryClient;
  readonly router: ReturnType<typeof createAppRouter>;
}

export function App({ client, router }: Props) {
  const { language } = usePreferences();
  return (
    <Translations language={language}>
      <QueryClientProvider client={client}>
        <AriaRouter navigate={(href) => router.history.push(href)}>
          <RouterProvider router={router} />
        </AriaRouter>
      </QueryClientProvider>
    </Translations>
  );
}
