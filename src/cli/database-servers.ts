import type { Config } from '../config/settings.ts';
import { readDatabaseServers } from '../open-database.ts';
import type { Report } from './doctor-report.ts';
import { plural } from './terminal.ts';

type ServerReport = Awaited<ReturnType<typeof readDatabaseServers>>[number];

/** Each server where databaseUrl names several: which is the primary, and how far the others are behind. */
export async function reportDatabaseServers(config: Config): Promise<Report> {
  const servers = await readDatabaseServers(config);
  if (servers.length < 2) return { lines: [], problems: [] };
  const primaries = servers.filter(({ role }) => role === 'primary').length;
  return {
    lines: servers.flatMap(lineOf),
    problems: [...servers.flatMap(problemOf), ...problemOfCount(primaries)],
  };
}

function lineOf(report: ServerReport): readonly string[] {
  const start = `ok       database server ${report.server}:`;
  if (report.role === 'away') return [];
  if (report.role === 'primary')
    return [`${start} primary, timeline ${report.timeline ?? 'unknown'}`];
  const { bytesBehind } = report;
  const lag = bytesBehind === undefined ? 'of no primary' : `${plural(bytesBehind, 'byte')} behind`;
  return [`${start} standby, ${lag}`];
}

function problemOf(report: ServerReport): readonly string[] {
  if (report.role !== 'away') return [];
  return [`database server ${report.server}: cannot be asked: ${report.reason}`];
}

function problemOfCount(primaries: number): readonly string[] {
  if (primaries === 1) return [];
  if (primaries === 0) return ['no database server is a primary: promote one of the standbys'];
  return [
    `${primaries} database servers take themselves for the primary: stop all but that with the highest timeline`,
  ];
}
