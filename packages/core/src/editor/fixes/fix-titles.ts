/** The title of a fix, by its action. A translated page has its own. */
export const FIX_TITLES = {
  rename: 'Rename to {name}',
  remove: 'Remove {name}',
  change: 'Change to {name}',
  sayUse: 'Say when to use it',
  requireAll: 'Require all parameters',
  upfront: "Take over the module's input",
  removeImport: 'Remove this import',
  omitOutputs: 'Leave these schemas out',
  approval: 'Ask a person before it runs',
  latent: 'Leave the work to the model',
  swap: 'Swap {lower} and {upper}',
  convert: 'Convert this {program} tool',
  moveMeta: 'Move {name} to the Tool',
  removeThis: 'Remove this one',
  addContext: 'Add a context',
  addDescription: 'Add a description',
  unrequire: 'Remove it from required',
  removeValue: 'Remove this value',
  minLength: 'Require at least one character',
  removeComma: 'Remove the comma',
  addComma: 'Add a comma',
  removeComment: 'Remove the comment',
} as const

export const titleOf = (key: keyof typeof FIX_TITLES, values: { readonly [name: string]: string } = {}): string =>
  FIX_TITLES[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
