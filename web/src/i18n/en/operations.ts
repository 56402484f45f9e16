export const operations = {
  'operations.title': 'Operations',
  'operations.intro':
    'Operations and chains of the server, each with a form. They run at once, with your rights.',
  'operations.search': 'Find operations',
  'operations.noneFound': 'No operation has these words.',
  'operations.inputKind': 'Kind of input',
  'operations.input': 'Input',
  'operations.inputDocument':
    'The id or the path of a document; type a part of its title to find it.',
  'operations.inputDocuments': 'Ids or paths of documents, separated by commas or spaces.',
  'operations.inputValue': 'A text, or JSON.',
  'operations.file': 'Input: a file of this computer',
  'operations.notSent': 'Not sent',
  'operations.suggested': 'Suggested: {values}',
  'operations.sentAsTyped': 'None found. The text is sent as it is.',
  'operations.isRequired': 'This is required.',
  'operations.isNoJson': 'This begins like JSON, but is not valid JSON.',
  'operations.run': 'Run',
  'operations.asCommand': 'As a command',
  'operations.result': 'Result',
  'operations.nothing': 'Done. The operation returns nothing.',
} as const;
