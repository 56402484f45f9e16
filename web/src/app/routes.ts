import { browseRoute } from '../screens/browse/route.ts';
import { documentRoute } from '../screens/document/route.ts';
import { homeRoute } from '../screens/home/route.ts';
import { searchRoute } from '../screens/search/route.ts';
import { rootRoute } from '../shell/root-route.ts';

/** The one list of screens. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  browseRoute,
  documentRoute,
  searchRoute,
]);
