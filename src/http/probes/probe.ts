import type { BlobStore } from '../../blobs/blob-store.ts';
import type { Config } from '../../config/settings.ts';
import type { ProbeResult } from '../../model/probe.ts';
import type { RepositoryContext } from '../../repository/unit/unit.ts';
import type { Database } from '../../storage/database.ts';

/** What probes examine. */
export interface ProbeServices {
  readonly config: Config;
  readonly database: Database;
  readonly repository: RepositoryContext;
  readonly blobs: BlobStore;
}

export interface ProbeDefinition {
  readonly name: string;
  /** Part of the health of the server, which load balancers ask for. */
  readonly isHealthCheck: boolean;
  /**
   * Cheap, as clients without credentials can run it, unless `isThorough`: then it writes as well.
   * What it throws is a failure.
   */
  run(
    services: ProbeServices,
    options: { readonly isThorough: boolean },
  ): Promise<ProbeResult> | ProbeResult;
}

export function succeeded(info: string): ProbeResult {
  return { isSuccess: true, infos: { info } };
}

export function failed(info: string): ProbeResult {
  return { isSuccess: false, infos: { info } };
}
