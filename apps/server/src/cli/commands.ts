import { AS_JSON, ASKING, command, type Command, INPUT, PLACE } from './command.ts'

/** Every command by its name, in the order that help shows them. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'serve',
    command(
      'serve',
      'Serve the page and the API of a workspace',
      {
        ...PLACE,
        port: { type: 'string', description: 'where to listen (4141)', valueHint: 'N' },
        host: { type: 'string', description: 'address to listen on (127.0.0.1)', valueHint: 'H' },
        open: { type: 'boolean', default: true, description: 'open a browser', negativeDescription: 'open no browser' },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./serve-command.ts')).serveCommand(args),
    ),
  ],
  [
    'new',
    command(
      'new',
      'Make a new or empty folder a workspace, with one Idea or as a template',
      {
        folder: { type: 'positional', description: 'a folder for it that is new or empty', required: true },
        template: {
          type: 'string',
          description: 'what it begins as (blank)',
          valueHint: 'blank|music|music-arrangements|devops|support|analytics|security|moderation',
        },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./new-command.ts')).newCommand(args),
    ),
  ],
  [
    'run',
    command(
      'run',
      'Run an Idea and print its output; its Calls run the code in activities/',
      {
        idea: { type: 'positional', description: 'an Idea of the workspace', required: true },
        ...ASKING,
        ...INPUT,
        'allow-unpriced': { type: 'boolean', description: 'run a model without a known price despite a cost limit' },
        'allow-effects': { type: 'boolean', description: 'let the simulated model change things without asking' },
        json: { type: 'boolean', description: 'print the events as JSON lines' },
      },
      async ({ args }) =>
        (await import('./run-command.ts')).runCommand({
          ...args,
          allowUnpriced: args['allow-unpriced'],
          allowEffects: args['allow-effects'],
        }),
      { words: ['idea'] },
    ),
  ],
  [
    'validate',
    command(
      'validate',
      'Print what is wrong in the workspace, or in some of its files; runs no code of it',
      {
        file: { type: 'positional', description: 'only these files or folders', required: false, valueHint: 'FILE…' },
        ...PLACE,
        ...AS_JSON,
        format: { type: 'string', description: 'of the report (text)', valueHint: 'text|plain|json|sarif' },
        recorded: {
          type: 'boolean',
          description: 'also judge the Calls and results of recorded runs and cases by the Tools as they are now',
          default: false,
        },
      },
      async ({ args }) => (await import('./validate-command.ts')).validateCommand({ ...args, paths: args._ }),
      { takesMany: true },
    ),
  ],
  [
    'compose',
    command(
      'compose',
      'Print what the model would see',
      {
        idea: { type: 'positional', description: 'an Idea of the workspace', required: true },
        ...ASKING,
        ...INPUT,
        wire: { type: 'string', description: 'how it travels', valueHint: 'structured|tools|json' },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./check-commands.ts')).composeCommand(args),
      { words: ['idea'] },
    ),
  ],
  [
    'replay',
    command(
      'replay',
      'Replay cases against the files as they are now, all of them unless named; runs against their record. Runs code of activities/ only where it computes its names',
      {
        what: { type: 'positional', description: 'cases by name, runs by id', required: false, valueHint: 'RUN|CASE…' },
        ...PLACE,
        current: { type: 'boolean', description: 'hold runs, too, against the files as they are now', default: false },
        again: {
          type: 'boolean',
          description: 'ask the model again where a case cannot be told without',
          default: false,
        },
        model: { type: 'string', description: 'the model that is asked again', valueHint: 'M' },
        'require-cases': { type: 'boolean', description: 'fail where the workspace has no case' },
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
  ],
  [
    'fork',
    command(
      'fork',
      'Run a recorded run again from one of its points, with one thing changed; what the change does not reach is kept',
      {
        run: { type: 'positional', description: 'the run it begins with', required: true },
        ...PLACE,
        ...INPUT,
        model: { type: 'string', description: 'another model', valueHint: 'M' },
        idea: { type: 'string', description: 'this Idea as its file is now', valueHint: 'IDEA' },
        bind: {
          type: 'string',
          description: 'the Activity that does the work of a Tool; none: the model',
          valueHint: '[IDEA/]TOOL=[ACTIVITY]',
        },
        span: { type: 'string', description: 'a Request or a Call, such as request/0/call/1', valueHint: 'SPAN' },
        answer: { type: 'string', description: 'of the model, for that Request', valueHint: 'TEXT|@file' },
        parameters: { type: 'string', description: 'all of them, for that Call', valueHint: 'JSON|@file' },
        result: { type: 'string', description: 'in the place of that of the Call', valueHint: 'JSON|@file' },
        at: { type: 'string', description: 'the number of an event (the last one)', valueHint: 'N' },
        reuse: {
          type: 'string',
          description: 'what is kept: all that is unchanged (with a change), or what was complete at --at (without)',
          valueHint: 'unchanged|prefix',
        },
        'dry-run': { type: 'boolean', description: 'only say what would run again' },
        json: { type: 'boolean', description: 'print the events as JSON lines' },
      },
      async ({ args }) => (await import('./fork-command.ts')).forkCommand({ ...args, dryRun: args['dry-run'] }),
      { words: ['run'] },
    ),
  ],
  [
    'both-ways',
    command(
      'both-ways',
      'Do recorded calls of a tool both ways, by its Activity and by a model, and print where the results part',
      {
        tool: { type: 'positional', description: 'a Tool that has an Activity', required: true },
        ...ASKING,
        idea: { type: 'string', description: 'the Idea that holds it (that of its newest call)', valueHint: 'IDEA' },
        calls: { type: 'string', description: 'how many of the newest calls (10)', valueHint: 'N' },
        times: { type: 'string', description: 'how often the model does each (3)', valueHint: 'N' },
        activity: { type: 'string', description: 'the function (the one that does the work now)', valueHint: 'NAME' },
        agreement: {
          type: 'string',
          description: 'exit 1 where a smaller share of results is equal',
          valueHint: '0.9',
        },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./both-ways-command.ts')).bothWaysCommand(args),
    ),
  ],
  [
    'compare',
    command(
      'compare',
      'Set two runs side by side and print where they part: exit code 1 where they do',
      {
        a: { type: 'positional', description: 'one run', required: true },
        b: { type: 'positional', description: 'the other', required: true },
        ...PLACE,
        ...AS_JSON,
      },
      async ({ args }) => (await import('./compare-command.ts')).compareCommand(args),
      { words: ['run'] },
    ),
  ],
  [
    'keep',
    command(
      'keep',
      'Keep a run that has ended as a case, which replay holds against the files from then on',
      {
        run: { type: 'positional', description: 'the run', required: true },
        ...PLACE,
        name: { type: 'string', description: "of the case (the Idea's)", valueHint: 'NAME' },
        title: { type: 'string', description: 'for people', valueHint: 'TEXT' },
        expect: {
          type: 'string',
          description: 'what must hold, as a list (that nothing changes)',
          valueHint: 'JSON|@file',
        },
        replace: { type: 'boolean', description: 'over a case of that name' },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./keep-command.ts')).keepCommand(args),
      { words: ['run'] },
    ),
  ],
  [
    'approve',
    command(
      'approve',
      'List the Calls that wait for a person, or decide those of a run',
      {
        run: { type: 'positional', description: 'the run whose Calls are decided', required: false, valueHint: 'RUN' },
        ...PLACE,
        call: { type: 'string', description: 'only this Call', valueHint: 'CALL' },
        yes: { type: 'boolean', description: 'approve without asking' },
        refuse: { type: 'boolean', description: 'refuse without asking' },
        reason: { type: 'string', description: 'why it is refused, for the model', valueHint: 'TEXT' },
        edit: { type: 'string', description: 'approve with these parameters, all of them', valueHint: 'JSON|@file' },
        answer: { type: 'string', description: 'this result in the place of the Call', valueHint: 'JSON|@file' },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./approve-command.ts')).approveCommand(args),
      { words: ['run'] },
    ),
  ],
  [
    'runs',
    command(
      'runs',
      'List recorded runs, the newest first: their ids are what other commands take as RUN',
      {
        ...PLACE,
        idea: { type: 'string', description: 'only runs of this Idea', valueHint: 'IDEA' },
        status: {
          type: 'string',
          description: 'only runs that stand so',
          valueHint: 'running|waiting|completed|failed|cancelled',
        },
        limit: { type: 'string', description: 'at most so many (20)', valueHint: 'N' },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./runs-command.ts')).runsCommand(args),
    ),
  ],
  [
    'verify',
    command(
      'verify',
      'Check every byte of recorded runs',
      {
        run: { type: 'positional', description: 'only these runs', required: false, valueHint: 'RUN…' },
        ...PLACE,
        ...AS_JSON,
      },
      async ({ args }) => (await import('./verify-command.ts')).verifyCommand({ ...args, runs: args._ }),
      { takesMany: true, words: ['run'] },
    ),
  ],
  [
    'prove',
    command(
      'prove',
      'Prove for each delegation that the module sees what its Tool imports and nothing else of the caller; runs no code and asks no model',
      {
        edge: {
          type: 'positional',
          description: 'only these, by a part of the name',
          required: false,
          valueHint: 'EDGE…',
        },
        ...PLACE,
        ...AS_JSON,
      },
      async ({ args }) => (await import('./prove-command.ts')).proveCommand({ ...args, edges: args._ }),
      { takesMany: true },
    ),
  ],
  [
    'export',
    command(
      'export',
      "Write a run or one of its files, the workspace (.), a picture of either, or an Idea's Tools in another format",
      {
        what: { type: 'positional', description: 'the id of a run, an Idea, or . for the workspace', required: true },
        ...PLACE,
        to: {
          type: 'string',
          description:
            'a run: json, html, otlp, mermaid, or one of its files by name or ending; the workspace: zip, svg, mermaid; an Idea: the others, mermaid',
          valueHint:
            'json|html|otlp|mermaid|zip|svg|openai|anthropic|gemini|mcp|openapi|typescript|shorthand|example|schema|FILE',
        },
        html: {
          type: 'boolean',
          description: 'a run as one page that opens without a server, in the place of --to html',
        },
        tool: { type: 'string', description: 'only this Tool of the Idea', valueHint: 'NAME' },
        out: {
          type: 'string',
          description: 'the file to write to; else it is printed, a file of a run saved under its own name',
          valueHint: 'FILE',
        },
        content: { type: 'boolean', description: 'otlp: with prompts, answers, parameters and results' },
        send: { type: 'boolean', description: 'otlp: to the collector of OTEL_EXPORTER_OTLP_ENDPOINT' },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./export-command.ts')).exportCommand(args),
      { words: ['idea', 'run'] },
    ),
  ],
  [
    'import',
    command(
      'import',
      'Take a run that was exported elsewhere, the files of a packed workspace, or Tools in another format',
      {
        file: { type: 'positional', description: 'the document', required: true },
        ...PLACE,
        format: {
          type: 'string',
          description: 'of Tools; recognised in the text where it is left out; example infers a Tool from values',
          valueHint: 'openai|anthropic|gemini|mcp|openapi|typescript|shorthand|schema|example',
        },
        name: { type: 'string', description: 'of a Tool whose text names none', valueHint: 'NAME' },
        to: {
          type: 'string',
          description: 'a new folder for the whole packed workspace, its code included',
          valueHint: 'DIR',
        },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./import-command.ts')).importCommand(args),
    ),
  ],
  [
    'doctor',
    command(
      'doctor',
      'Try the model with a few questions, and say in plain words what will and will not work',
      {
        ...ASKING,
        find: { type: 'boolean', description: 'look for model servers on this machine' },
        bundle: {
          type: 'string',
          description: 'write a file for a bug report, without keys or texts',
          valueHint: 'FILE',
        },
        ...AS_JSON,
      },
      async ({ args }) => (await import('./doctor-command.ts')).doctorCommand(args),
    ),
  ],
  [
    'mcp',
    command(
      'mcp',
      'Serve the Ideas of a workspace as MCP tools on standard input and output; or list and approve MCP servers',
      {
        action: {
          type: 'positional',
          description: 'of the servers in mcp.json',
          required: false,
          valueHint: 'servers|approve',
        },
        server: { type: 'positional', description: 'whose tools are approved', required: false, valueHint: 'NAME' },
        ...ASKING,
        yes: { type: 'boolean', description: 'approve without asking' },
        ...AS_JSON,
      },
      async ({ args }) =>
        args.action === undefined
          ? (await import('./mcp-command.ts')).mcpCommand(args)
          : (await import('./mcp-servers-command.ts')).mcpServersCommand(args),
    ),
  ],
  [
    'explain',
    command(
      'explain',
      'Print what an error code means and what to do',
      { code: { type: 'positional', description: 'such as name.taken', required: true }, ...AS_JSON },
      async ({ args }) => (await import('./explain-command.ts')).explainCommand(args),
    ),
  ],
  [
    'completion',
    command(
      'completion',
      'Print the completion of a shell: eval "$(ensemble completion bash)"',
      { shell: { type: 'positional', description: 'bash, zsh or fish', required: true } },
      async ({ args }) => {
        const { completionCommand } = await import('./completion-command.ts')
        const commands = [...COMMANDS].map(([name, each]) => ({ name, ...each }))
        return completionCommand(args.shell, args._.slice(1), commands)
      },
      { takesMany: true },
    ),
  ],
])
