import { arrayOf, constant, entityOf, type JsonOf, nullable, text } from './json-schema.ts';

const scheduleSchema = entityOf('schedule', {
  id: text,
  jobFactoryClass: text,
  eventId: text,
  eventCategory: nullable(text),
  cronExpression: text,
  username: nullable(text),
  isEnabled: constant(true),
  /** The name that the original server writes. */
  enabled: constant(true),
  timeZone: nullable(text),
});

export const schedulesSchema = entityOf('schedules', { entries: arrayOf(scheduleSchema) });

interface ShownSchedule {
  readonly id: string;
  readonly eventId: string;
  readonly eventCategory: string | null;
  readonly cronExpression: string;
  readonly username: string | null;
  readonly timeZone: string | null;
}

/** The class that the original server names for all its schedules; clients show it. */
const jobFactoryClass = 'org.nuxeo.ecm.core.scheduler.DefaultEventJobFactory';

/** Disabled schedules are not registered, so that all that are listed are enabled. */
export function writeSchedules(
  schedules: readonly ShownSchedule[],
): JsonOf<typeof schedulesSchema> {
  return {
    'entity-type': 'schedules',
    entries: schedules.map((schedule) => ({
      'entity-type': 'schedule',
      id: schedule.id,
      jobFactoryClass,
      eventId: schedule.eventId,
      eventCategory: schedule.eventCategory,
      cronExpression: schedule.cronExpression,
      username: schedule.username,
      isEnabled: true,
      enabled: true,
      timeZone: schedule.timeZone,
    })),
  };
}
