import { AS_JSON, ASKING, INPUT, PLACE, command, type Command } from './command.ts'

const JUNIT = {
  junit: { type: 'string', description: 'also write a JUnit report to this file', valueHint: 'FILE' },
} as const

/** Commands for recorded Runs and cases. */
export const RECORDED_COMMANDS: readonly Command[] = [
  command(
    'replay',
    'Replay cases against the current files (default: all cases), or runs against their record, without calling a model or Activity',
    {
      what: { type: 'positional', description: 'names of cases, ids of runs', required: false, valueHint: 'RUN|CASE…' },
      ...PLACE,
      current: { type: 'boolean', description: 'also replay runs against the current files', default: false },
      again: {
        type: 'boolean',
        description: 'ask the model again if a case needs it',
        default: false,
      },
      model: { type: 'string', description: 'model for --again', valueHint: 'M' },
      'require-cases': { type: 'boolean', description: 'fail if the workspace has no cases' },
      ...JUNIT,
      ...AS_JSON,
    },
    async ({ args }) =>
      (await import('./replay-command.ts')).replayCommand({
        ...args,
        named: args._,
        requireCases: args['require-cases'],
      }),
    { takesMany: true, words: ['case', 'run'] },
  ),
  command(
    'fork',
    'Run a recorded run again with one change, keeping every step that the change does not reach',
    {
      run: { type: 'positional', description: 'the run to fork', required: true },
      ...PLACE,
      ...INPUT,
      model: { type: 'string', description: 'use another model', valueHint: 'M' },
      idea: { type: 'string', description: 'use the current file of this Idea', valueHint: 'IDEA' },
      bind: {
        type: 'string',
        description: 'let this Activity do the work of a Tool; without ACTIVITY, the model',
        valueHint: '[IDEA/]TOOL=[ACTIVITY]',
      },
      span: { type: 'string', description: 'Request or Call to change, such as request/0/call/1', valueHint: 'SPAN' },
      answer: {
        type: 'string',
        description: 'new answer of the model, for the Request at --span',
        valueHint: 'TEXT|@file',
      },
      parameters: {
        type: 'string',
        description: 'new parameters (all of them), for the Call at --span',
        valueHint: 'JSON|@file',
      },
      result: { type: 'string', description: 'new result, for the Call at --span', valueHint: 'JSON|@file' },
      at: { type: 'string', description: 'number of the event to fork at (default: the last)', valueHint: 'N' },
      reuse: {
        type: 'string',
        description:
          'keep everything the change does not reach (default with a change), or only what was complete at --at (default without)',
        valueHint: 'unchanged|prefix',
      },
      'dry-run': { type: 'boolean', description: 'only show what would run again' },
      json: { type: 'boolean', description: 'print events as JSON lines' },
    },
    async ({ args }) => (await import('./fork-command.ts')).forkCommand({ ...args, dryRun: args['dry-run'] }),
    { words: ['run'] },
  ),
  command(
    'extract',
    'Turn Calls of a recorded run into a new Idea; one Tool replaces them, and the recorded run becomes its first case',
    {
      run: { type: 'positional', description: 'the run', required: true },
      call: {
        type: 'positional',
        description: 'completed Calls of one parent: spans, or Tools that were called once',
        required: true,
        valueHint: 'CALL…',
      },
      ...PLACE,
      as: { type: 'string', description: 'name of the new Idea', required: true, valueHint: 'NAME' },
      tool: {
        type: 'string',
        description: 'name of the Tool that replaces them (default: from --as)',
        valueHint: 'NAME',
      },
      'dry-run': { type: 'boolean', description: 'only show what would be written' },
      ...AS_JSON,
    },
    async ({ args }) =>
      (await import('./extract-command.ts')).extractCommand({
        ...args,
        calls: args._.slice(1),
        dryRun: args['dry-run'],
      }),
    { takesMany: true, words: ['run'] },
  ),
  command(
    'both-ways',
    'Repeat recorded Calls of a Tool with its Activity and with a model, and compare the results',
    {
      tool: { type: 'positional', description: 'a Tool with an Activity', required: true },
      ...ASKING,
      idea: {
        type: 'string',
        description: 'Idea that contains the Tool (default: that of its newest Call)',
        valueHint: 'IDEA',
      },
      calls: { type: 'string', description: 'number of newest Calls to repeat (default: 10)', valueHint: 'N' },
      times: { type: 'string', description: 'times the model does each (default: 3)', valueHint: 'N' },
      activity: { type: 'string', description: 'use this Activity (default: the current one)', valueHint: 'NAME' },
      agreement: {
        type: 'string',
        description: 'exit with 1 if a smaller share of results is equal',
        valueHint: '0.9',
      },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./both-ways-command.ts')).bothWaysCommand(args),
  ),
  command(
    'compare',
    'Compare two runs and print their differences; exits with 1 if there are any',
    {
      a: { type: 'positional', description: 'first run', required: true },
      b: { type: 'positional', description: 'second run', required: true },
      ...PLACE,
      ...AS_JSON,
    },
    async ({ args }) => (await import('./compare-command.ts')).compareCommand(args),
    { words: ['run'] },
  ),
  command(
    'keep',
    'Keep an ended run as a case, which replay then checks against the files',
    {
      run: { type: 'positional', description: 'the run', required: true },
      ...PLACE,
      name: { type: 'string', description: "name of the case (default: the Idea's)", valueHint: 'NAME' },
      title: { type: 'string', description: 'title of the case', valueHint: 'TEXT' },
      expect: {
        type: 'string',
        description: 'expectations, as a list (default: nothing changes)',
        valueHint: 'JSON|@file',
      },
      replace: { type: 'boolean', description: 'replace a case of the same name' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./keep-command.ts')).keepCommand(args),
    { words: ['run'] },
  ),
  command(
    'approve',
    'List the Calls that wait for a person, or decide those of a run; resumes interrupted runs',
    {
      run: { type: 'positional', description: 'run whose Calls to decide', required: false, valueHint: 'RUN' },
      ...PLACE,
      call: { type: 'string', description: 'decide only this Call', valueHint: 'CALL' },
      yes: { type: 'boolean', description: 'approve without asking' },
      refuse: { type: 'boolean', description: 'refuse without asking' },
      reason: { type: 'string', description: 'reason for --refuse, for the model', valueHint: 'TEXT' },
      edit: { type: 'string', description: 'approve with these parameters (all of them)', valueHint: 'JSON|@file' },
      answer: { type: 'string', description: 'use this result instead of running the Call', valueHint: 'JSON|@file' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./approve-command.ts')).approveCommand(args),
    { words: ['run'] },
  ),
  command(
    'runs',
    'List recorded runs, newest first, with the ids that other commands take as RUN',
    {
      ...PLACE,
      idea: { type: 'string', description: 'list only runs of this Idea', valueHint: 'IDEA' },
      status: {
        type: 'string',
        description: 'list only runs with this status',
        valueHint: 'running|waiting|completed|failed|cancelled',
      },
      error: { type: 'string', description: 'list only runs that failed with this code', valueHint: 'CODE' },
      limit: { type: 'string', description: 'number of runs to list (default: 20)', valueHint: 'N' },
      trials: { type: 'boolean', description: 'also list trials of single Tools' },
      largest: { type: 'boolean', description: 'list the runs that take the most disk space, with their sizes' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./runs-command.ts')).runsCommand(args),
  ),
  command(
    'gc',
    'Delete runs beyond the retention of ensemble.json, and content that no run uses',
    {
      ...PLACE,
      'dry-run': { type: 'boolean', description: 'only show what would be deleted' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./gc-command.ts')).gcCommand({ ...args, dryRun: args['dry-run'] }),
  ),
  command(
    'verify',
    'Check that recorded runs are complete and unchanged',
    {
      run: {
        type: 'positional',
        description: 'check only these runs (default: all)',
        required: false,
        valueHint: 'RUN…',
      },
      ...PLACE,
      ...AS_JSON,
    },
    async ({ args }) => (await import('./verify-command.ts')).verifyCommand({ ...args, runs: args._ }),
    { takesMany: true, words: ['run'] },
  ),
  command(
    'prove',
    'Prove that each module sees only what its Tool imports from the caller, without running code or asking a model',
    {
      edge: {
        type: 'positional',
        description: 'check only delegations whose name contains this',
        required: false,
        valueHint: 'EDGE…',
      },
      ...PLACE,
      ...JUNIT,
      ...AS_JSON,
    },
    async ({ args }) => (await import('./prove-command.ts')).proveCommand({ ...args, edges: args._ }),
    { takesMany: true },
  ),
]
