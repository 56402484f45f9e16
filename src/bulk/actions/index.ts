import { AppError } from '../../base/errors/app-error.ts';
import { notBuilt, unbuilt } from '../../model/unbuilt.ts';
import type { BulkAction } from '../action.ts';
import { automationAction, automationUiAction } from './automation.ts';
import { collectBlobsAction } from './collect-blobs.ts';
import { collectExpiredTokensAction } from './collect-expired-tokens.ts';
import { collectVersionsAction } from './collect-versions.ts';
import { collectWorkflowsAction } from './collect-workflows.ts';
import { csvExportAction } from './csv-export.ts';
import { deletionAction } from './deletion.ts';
import { escalateWorkflowsAction } from './escalate-workflows.ts';
import { extractBinaryFulltextAction, fixBinaryFulltextAction } from './file-texts.ts';
import { indexAction } from './index-documents.ts';
import { permissionsPurgeAction } from './permissions-purge.ts';
import { recomputeThumbnailsAction } from './recompute-thumbnails.ts';
import { recomputeVideosAction } from './recompute-videos.ts';
import { recomputeViewsAction } from './recompute-views.ts';
import { removeProxyAction } from './remove-proxy.ts';
import { setPropertiesAction } from './set-properties.ts';
import { setSystemPropertiesAction } from './set-system-properties.ts';
import { trashAction } from './trash.ts';
import { updateReadAclsAction } from './update-read-acls.ts';

/** All actions, by name. */
export const bulkActions: readonly BulkAction[] = [
  automationAction,
  automationUiAction,
  csvExportAction,
  deletionAction,
  escalateWorkflowsAction,
  extractBinaryFulltextAction,
  fixBinaryFulltextAction,
  collectBlobsAction,
  collectExpiredTokensAction,
  collectVersionsAction,
  collectWorkflowsAction,
  indexAction,
  permissionsPurgeAction,
  recomputeThumbnailsAction,
  recomputeVideosAction,
  recomputeViewsAction,
  removeProxyAction,
  setPropertiesAction,
  setSystemPropertiesAction,
  trashAction,
  updateReadAclsAction,
];

const byName = new Map(bulkActions.map((action) => [action.name, action]));

/** Undefined for one that is not in the API. @throws AppError server.not-implemented */
export function findAction(name: string): BulkAction | undefined {
  const action = byName.get(name);
  if (!action && unbuilt.bulkActions.has(name)) throw notBuilt(`The bulk action ${name}`);
  return action;
}

/** @throws AppError request.invalid */
export function getAction(name: string): BulkAction {
  const action = findAction(name);
  if (action) return action;
  throw new AppError('request.invalid', `Action '${name.slice(0, 200)}' not found`);
}
