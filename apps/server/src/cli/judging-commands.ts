import { AS_JSON, ASKING, PLACE, command, type Command } from './command.ts'

/** Commands that judge recorded Runs: cases, scores, experiments, and what the record is evidence of. */
export const JUDGING_COMMANDS: readonly Command[] = [
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
    'experiment',
    'Run inputs with several variants and compare them; show, continue or apply an experiment; without an argument, list them',
    {
      what: {
        type: 'positional',
        description: 'a new experiment { idea, inputs, variants, repeats?, expect?, budget? }, or the id of one',
        required: false,
        valueHint: 'JSON|@file|ID',
      },
      ...PLACE,
      page: { type: 'string', description: 'also write it to this file, as one HTML page to share', valueHint: 'FILE' },
      apply: { type: 'string', description: 'change the files as this variant does', valueHint: 'LETTER' },
      continue: { type: 'boolean', description: 'continue one that was stopped or used its budget' },
      budget: { type: 'string', description: 'new budget for --continue, in dollars', valueHint: 'N' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./experiment-command.ts')).experimentCommand(args),
  ),
  command(
    'origin',
    'Show where a recorded value came from and what it reached; exact where the record says so',
    {
      run: { type: 'positional', description: 'the run', required: true },
      value: {
        type: 'positional',
        description: 'a value: result#/title of the run, request/0/call/1/input#/city of a Call (default: result)',
        required: false,
        valueHint: 'VALUE',
      },
      ...PLACE,
      untrusted: {
        type: 'boolean',
        description:
          'instead, list the Calls that ask a person or must not run twice, with the untrusted values of ensemble.json behind them; exit with 1 if there are any',
      },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./origin-command.ts')).originCommand(args),
    { words: ['run'] },
  ),
  command(
    'drift',
    'Compare what callers passed to Modules in recorded runs with what those take now; exits with 1 if some do not fit',
    {
      ...PLACE,
      runs: { type: 'string', description: 'number of newest runs to look at (default: 1000)', valueHint: 'N' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./drift-command.ts')).driftCommand(args),
  ),
  command(
    'figures',
    'Count recorded runs by day, Idea, model, status or error: failures, Calls, tokens, cost and time',
    {
      ...PLACE,
      by: { type: 'string', description: 'day (default), idea, model, status or error', valueHint: 'GROUP' },
      idea: { type: 'string', description: 'only runs of this Idea', valueHint: 'IDEA' },
      from: { type: 'string', description: 'only runs from this ISO time on', valueHint: 'TIME' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./evidence-commands.ts')).figuresCommand(args),
  ),
  command(
    'what-if',
    'Show what recorded runs would cost with other models, how long they would take, and what a cache would save',
    {
      ...PLACE,
      models: { type: 'string', description: 'models to compare, separated by commas', valueHint: 'M,…' },
      idea: { type: 'string', description: 'only runs of this Idea', valueHint: 'IDEA' },
      runs: { type: 'string', description: 'number of newest runs to look at (default: 1000)', valueHint: 'N' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./evidence-commands.ts')).whatIfCommand(args),
  ),
  command(
    'imports',
    'Show which imports of Modules are never found again in their answers and arguments, without asking a model',
    {
      ...PLACE,
      runs: { type: 'string', description: 'number of newest runs to look at (default: 100)', valueHint: 'N' },
      ...AS_JSON,
    },
    async ({ args }) => (await import('./evidence-commands.ts')).importsCommand(args),
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
    'cases',
    'Make cases: import rows of a CSV or JSONL file by running each, or sample recorded runs',
    {
      action: { type: 'positional', description: 'import or sample', required: true, valueHint: 'import|sample' },
      file: { type: 'positional', description: 'file to import', required: false, valueHint: 'FILE' },
      ...PLACE,
      idea: { type: 'string', description: 'Idea of the cases', required: true, valueHint: 'IDEA' },
      map: {
        type: 'string',
        description: 'columns of the input and of the expected output (default: every column is a member of the input)',
        valueHint: 'COLUMN=input/NAME,COLUMN=output/PATH',
      },
      match: {
        type: 'string',
        description: 'how mapped outputs must match (default: equals)',
        valueHint: 'equals|similar',
      },
      model: { type: 'string', description: 'model for import', valueHint: 'M' },
      expect: { type: 'string', description: 'more expectations of each case, as a list', valueHint: 'JSON|@file' },
      ratio: { type: 'string', description: 'share of the runs to sample, always the same ones', valueHint: '0.1' },
      failed: { type: 'boolean', description: 'sample only failed runs' },
      'min-cost': {
        type: 'string',
        description: 'sample only runs that cost at least this, in dollars',
        valueHint: 'N',
      },
      'min-ms': { type: 'string', description: 'sample only runs that took at least this', valueHint: 'MS' },
      'dry-run': { type: 'boolean', description: 'only show the cases' },
    },
    async ({ args }) =>
      (await import('./cases-command.ts')).casesCommand({
        ...args,
        minCost: args['min-cost'],
        minMs: args['min-ms'],
        dryRun: args['dry-run'],
      }),
  ),
  command(
    'score',
    'Score recorded runs by expectations or by hand, without calling a model; without either, list who scored',
    {
      run: { type: 'positional', description: 'score only these runs', required: false, valueHint: 'RUN…' },
      ...PLACE,
      idea: { type: 'string', description: 'score all runs of this Idea', valueHint: 'IDEA' },
      expect: { type: 'string', description: 'expectations, as a list', valueHint: 'JSON|@file' },
      by: {
        type: 'string',
        description: 'store the scores on the runs under this name (default for --give: person)',
        valueHint: 'NAME',
      },
      ask: { type: 'boolean', description: 'ask judges that have not judged yet' },
      model: { type: 'string', description: 'model for --ask', valueHint: 'M' },
      'fail-under': { type: 'string', description: 'exit with 1 if the mean score is lower', valueHint: '0.8' },
      give: { type: 'string', description: 'your own score for the runs', valueHint: '0…1' },
      reason: { type: 'string', description: 'reason for --give', valueHint: 'TEXT' },
      ...AS_JSON,
    },
    async ({ args }) =>
      (await import('./score-command.ts')).scoreCommand({ ...args, runs: args._, failUnder: args['fail-under'] }),
    { takesMany: true, words: ['run'] },
  ),
]
