import { browseRoute } from '../screens/browse/route.ts';
import { BrowseScreen } from '../screens/browse/screen.tsx';
import {
  collectionRoute,
  collectionsRoute,
  favoritesRoute,
} from '../screens/collections/routes.ts';
import { documentRoute } from '../screens/document/route.ts';
import { homeRoute } from '../screens/home/route.ts';
import { HomeScreen } from '../screens/home/screen.tsx';
import { operationRoute, operationsRoute } from '../screens/operations/route.ts';
import { ownWorkspaceRoute } from '../screens/own-workspace/route.ts';
import { profileRoute } from '../screens/profile/route.ts';
import { searchRoute } from '../screens/search/route.ts';
import { taskRoute, tasksRoute } from '../screens/tasks/route.ts';
import { trashRoute } from '../screens/trash/route.ts';
import { rootRoute } from '../shell/root-route.ts';

// A browser loads these screens with the application: their routes would import what imports them.
browseRoute.update({ component: BrowseScreen });
homeRoute.update({ component: HomeScreen });

/** The one list of screens. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  browseRoute,
  documentRoute,
  tasksRoute,
  taskRoute,
  ownWorkspaceRoute,
  profileRoute,
  trashRoute,
  collectionsRoute,
  collectionRoute,
  favoritesRoute,
  operationsRoute,
  operationRoute,
  searchRoute,
]);
