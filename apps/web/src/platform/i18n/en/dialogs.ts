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
    empty: 'Nothing is called that.',
    ideas: 'Ideas',
    tools: 'Tools',
    unavailable: 'not now',
  },
  help: {
    signs: 'Signs on the canvas',
    title: 'Keyboard shortcuts',
    text: 'Everything here works from the keyboard; the palette lists every command.',
  },
  runDialog: {
    title: 'Run {idea}',
    simulateTitle: 'Simulate {idea}',
    text: 'This becomes the input Message of {idea}.',
    madeUp:
      'No language model is chosen: whatever a model would write is made up. The profile offline has code do that work where there is some.',
    madeUpAll:
      'No language model is chosen: the simulated model makes the answer up. Settings connects one, on this machine or a provider’s.',
    simulateText: 'The simulated model checks the wiring without a language model or a token.',
    noInput: 'This Idea takes no input.',
    allowEffects: 'Let the simulated model change things',
    allowEffectsHint: 'When off, Calls that change something wait for your approval. Applies to this run only.',
    draft: {
      one: '{files} is kept as a draft, with errors. This run uses its last valid version.',
      other: '{files} are kept as drafts, with errors. This run uses their last valid versions.',
    },
    draftOnly: '{files} never was valid: it is kept as a draft only, so a run that needs it cannot start.',
    inForce: {
      one: '{files} has errors and is in force as it is: no run starts until they are repaired.',
      other: '{files} have errors and are in force as they are: no run starts until they are repaired.',
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
