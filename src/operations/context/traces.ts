import { defineOperation, optional, withDefault } from '../../automation/define.ts';

export const getTraceOperation = defineOperation({
  id: 'Traces.Get',
  label: 'Traces.getTrace',
  category: 'Execution Context',
  description:
    'Returns the last recorded execution of an operation or chain by this process, as text; of all those that failed the last one, without a key. Callers who are not administrators get nothing.',
  params: {
    index: withDefault('int', -1, { description: 'Has no effect: the last one is kept.' }),
    traceKey: optional('string', 'The id of the operation or chain.'),
  },
  methods: [
    {
      input: 'void',
      output: 'string',
      async run({ principal, traces }, _input, { traceKey }) {
        if (!principal.isAdministrator) return null;
        if (traceKey === null) return traces.lastError ?? 'no error is recorded';
        return traces.find(traceKey) ?? `no execution of ${traceKey.slice(0, 200)} is recorded`;
      },
    },
  ],
});

export const toggleTracesOperation = defineOperation({
  id: 'Traces.ToggleRecording',
  label: 'Traces.toggleRecording',
  category: 'Execution Context',
  description:
    'Switches the recording of executions by this process on or off, until it ends. Returns whether they are recorded now. For callers who are not administrators nothing changes.',
  params: {
    enableTrace: optional('boolean', 'Whether to record; the opposite of now if left out.'),
    readOnly: withDefault('boolean', false, { description: 'Whether to return the state only.' }),
  },
  methods: [
    {
      input: 'void',
      output: 'boolean',
      async run({ principal, traces }, _input, { enableTrace, readOnly }) {
        if (principal.isAdministrator && !readOnly) {
          traces.isRecording = enableTrace ?? !traces.isRecording;
        }
        return traces.isRecording;
      },
    },
  ],
});
