import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { Failure } from '../ui/states.tsx';

/** In the place of a screen that could not be shown. The shell around it stays. */
export function Problem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return <Failure isScreen error={error} onRetry={retry} />;
}
