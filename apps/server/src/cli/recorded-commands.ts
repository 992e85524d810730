import { AS_JSON, INPUT, PLACE, REPORTS, command, type Command } from './command.ts'

/** Commands that show recorded Runs, check them and continue from them. */
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
      'fail-under': {
        type: 'string',
        description: 'fail only if the mean score of the cases is lower; undetermined expectations count as 0',
        valueHint: '0.8',
      },
      ...REPORTS,
      summary: {
        type: 'string',
        description: 'also write what the files do to the cases to this file, as Markdown for a comment',
        valueHint: 'FILE',
      },
      ...AS_JSON,
    },
    async ({ args }) =>
      (await import('./replay-command.ts')).replayCommand({
        ...args,
        named: args._,
        requireCases: args['require-cases'],
        failUnder: args['fail-under'],
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
    'approve',
    'List the Calls that wait for a person, or decide those of one run; resumes interrupted runs',
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
      'scored-by': {
        type: 'string',
        description: 'list only runs that this scorer scored (default with a bound: person)',
        valueHint: 'NAME',
      },
      'min-score': { type: 'string', description: 'list only runs with at least this score', valueHint: '0.5' },
      'max-score': { type: 'string', description: 'list only runs with at most this score', valueHint: '0.5' },
      limit: { type: 'string', description: 'number of runs to list (default: 20)', valueHint: 'N' },
      trials: { type: 'boolean', description: 'also list trials of single Tools' },
      largest: { type: 'boolean', description: 'list the runs that take the most disk space, with their sizes' },
      ...AS_JSON,
    },
    async ({ args }) =>
      (await import('./runs-command.ts')).runsCommand({
        ...args,
        scoredBy: args['scored-by'],
        minScore: args['min-score'],
        maxScore: args['max-score'],
      }),
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
      ...REPORTS,
      ...AS_JSON,
    },
    async ({ args }) => (await import('./prove-command.ts')).proveCommand({ ...args, edges: args._ }),
    { takesMany: true },
  ),
]
