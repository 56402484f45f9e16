import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Place } from '../../documents/places.ts';

/** Addresses of places, for links that are not components of the router. */
export function useHref(): (place: Place) => string {
  const router = useRouter();
  return useCallback((place) => router.buildLocation(place).publicHref, [router]);
}
