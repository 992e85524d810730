/** English texts of dialogs, which open later than the page. */
export const dialogs = {
  commandGroup: {
    run: 'Run',
    edit: 'Edit',
    view: 'View',
    go: 'Go',
    help: 'Help',
  },
  palette: {
    placeholder: 'Type a command, an Idea or a tool',
    empty: 'No matches.',
    ideas: 'Ideas',
    tools: 'Tools',
    workspaces: 'Workspaces',
    openWorkspace: 'Open workspace {name}',
    unavailable: 'not available now',
  },
  help: {
    signs: 'Signs on the canvas',
    title: 'Keyboard shortcuts',
    text: 'Everything works from the keyboard. The command palette lists every command.',
  },
  runDialog: {
    title: 'Run {idea}',
    simulateTitle: 'Simulate {idea}',
    text: 'This becomes the input Message of {idea}.',
    madeUp:
      'No language model is connected, so everything a model would write is made up. The profile offline runs code instead where it can.',
    madeUpAll:
      'No language model is connected, so the simulated model makes up the answer. Connect one in Settings, on this machine or from a provider.',
    simulateText: 'The simulated model checks the wiring without a language model or any tokens.',
    noInput: 'This Idea takes no input.',
    allowEffects: 'Let the simulated model change things',
    allowEffectsHint: 'When off, Calls that change something wait for your approval. Applies to this run only.',
    draft: {
      one: '{files} is kept as a draft, with errors. This run uses its last valid version.',
      other: '{files} are kept as drafts, with errors. This run uses their last valid versions.',
    },
    draftOnly: '{files} was never valid and exists only as a draft, so a run that needs it can’t start.',
    inForce: {
      one: '{files} has errors, so no run can start until you fix them.',
      other: '{files} have errors, so no run can start until you fix them.',
    },
    asJson: 'As JSON',
    asForm: 'As a form',
    submit: 'Run',
    submitSimulate: 'Simulate',
    starting: 'Starting',
    addItem: 'Add an item',
    removeItem: 'Remove item {number}',
    required: 'required',
    optional: 'optional',
    none: 'not set',
    invalidJson: 'This is not JSON: {reason}',
    missing: '{name} is required',
  },
} as const
