import { sql } from 'kysely';
import { renditionFacet } from '../../model/stored-rendition.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';

interface Series {
  readonly series_id: string;
  /** Null when the live document is gone; its versions stay while proxies show them. */
  readonly live: string | null;
  readonly latest: number;
  readonly latestMajor: number;
}

const pageSize = 500;

const pattern = `%"${renditionFacet}"%`;

/** Exactly one version of a document is its latest, and at most one its latest major. */
export const versionSeries = defineCheck({
  name: 'version-series',
  async *run({ database }) {
    const pages = pagesOf<Series>(database, pageSize, (handle, after) =>
      handle.all(
        handle.builder
          .selectFrom('document as version')
          .leftJoin('document as live', 'live.id', 'version.series_id')
          .select((e) => [
            'version.series_id',
            e.fn.max('live.id').as('live'),
            e.fn.sum<number>('version.is_latest_version').as('latest'),
            e.fn.sum<number>('version.is_latest_major_version').as('latestMajor'),
          ])
          .where('version.is_version', '=', 1)
          // Stored renditions are beside the versions, and never the latest.
          .where(
            sql<boolean>`coalesce(cast(version.instance_facets as text), '') not like ${pattern}`,
          )
          .where('version.series_id', '>', after?.series_id ?? '')
          .groupBy('version.series_id')
          .orderBy('version.series_id')
          .limit(pageSize),
      ),
    );
    for await (const page of pages) for (const series of page) yield* inspect(series);
  },
});

function* inspect({ series_id: id, live, latest, latestMajor }: Series): Generator<Finding> {
  const table = 'document';
  // A removed document only keeps versions that a proxy shows, which may be old ones.
  if (latest > 1 || (latest === 0 && live !== null)) {
    yield { severity: 'error', table, id, text: `has ${latest} latest versions instead of one` };
  }
  if (latestMajor > 1) {
    yield { severity: 'error', table, id, text: `has ${latestMajor} latest major versions` };
  }
}
