import { defineOperation } from '../../automation/define.ts';
import { dashboardTasks, tasksMax } from '../parts/dashboard-tasks.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const getAssignedTasksOperation = defineOperation({
  id: 'Task.GetAssigned',
  aliases: ['Workflow.GetTask'],
  label: 'Get user tasks',
  category: 'Services',
  since: '5.4',
  description: `Returns a JSON array of the open tasks that the caller may end, those that are due first at the beginning; at most ${tasksMax}.`,
  params: {},
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context) {
        const page = { languages: [], offset: 0, size: tasksMax };
        return jsonBlob((await dashboardTasks(context, page)).items);
      },
    },
  ],
});
