/** English texts of the gallery of templates, loaded with it. */
export const gallery = {
  title: 'Templates',
  back: 'Back',
  intro:
    'A blank workspace, or one that does real work with no network and no key. Opening one makes a copy of your own and leaves this workspace as it is; in a terminal, ensemble new FOLDER does the same where you want it.',
  loading: 'Reading the templates',
  failed: 'The templates could not be read: {reason}',
  open: 'Open {title}',
  opening: 'Opening',
  asks: 'Asks you before it acts',
  try: 'Try: {input}',
  tools: { one: '{count} tool', other: '{count} tools' },
  ideas: { one: '{count} Idea', other: '{count} Ideas' },
} as const
