/** Permissions and those that each includes directly, as the server knows them by default. */
const included: Readonly<Record<string, readonly string[]>> = {
  Browse: [],
  ReadProperties: ['Browse'],
  ReadChildren: [],
  ReadLifeCycle: [],
  ReviewParticipant: [],
  ReadSecurity: [],
  ReadVersion: [],
  Read: [
    'Browse',
    'ReadVersion',
    'ReadProperties',
    'ReadChildren',
    'ReadLifeCycle',
    'ReadSecurity',
    'ReviewParticipant',
  ],
  WriteProperties: [],
  WriteLifeCycle: [],
  WriteVersion: ['WriteProperties'],
  Version: ['ReadVersion', 'WriteVersion'],
  AddChildren: [],
  RemoveChildren: [],
  Remove: ['RemoveChildren', 'WriteLifeCycle'],
  ReadRemove: ['Read', 'Remove'],
  ManageWorkflows: [],
  Write: [
    'AddChildren',
    'WriteProperties',
    'Remove',
    'ManageWorkflows',
    'WriteLifeCycle',
    'WriteVersion',
  ],
  ReadWrite: ['Read', 'Write'],
  ReadCanCollect: ['Read', 'WriteProperties'],
  CanAskForPublishing: [],
  DataVisualization: ['Read'],
  Comment: ['WriteLifeCycle'],
  Moderate: [],
  Unlock: [],
  WriteSecurity: [],
  RestrictedRead: [],
  MakeRecord: [],
  SetRetention: [],
  UnsetRetention: [],
  ManageLegalHold: [],
  WriteColdStorage: [],
};

const everything = 'Everything';

export const permissionNames: readonly string[] = [...Object.keys(included), everything];

/** Whether who has `given` also has `wanted`. A name of a configured model includes itself only. */
export function includesPermission(given: string, wanted: string): boolean {
  if (given === wanted || given === everything) return true;
  return (included[given] ?? []).some((each) => includesPermission(each, wanted));
}
