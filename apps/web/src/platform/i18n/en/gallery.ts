/** English texts of the gallery of templates, loaded with it. */
export const gallery = {
  title: 'Templates',
  back: 'Back',
  intro:
    'Start with a blank workspace, or with one that does real work without a network or a key. Opening a template makes your own copy and leaves this workspace unchanged. In a terminal, run ensemble new FOLDER.',
  loading: 'Reading the templates',
  failed: 'The templates could not be read: {reason}',
  open: 'Open {title}',
  opening: 'Opening',
  asks: 'Asks you before it acts',
  try: 'Try: {input}',
  tools: { one: '{count} tool', other: '{count} tools' },
  ideas: { one: '{count} Idea', other: '{count} Ideas' },
  /** The product's templates, in the words of examples/gallery.json. */
  templates: {
    blank: {
      title: 'Blank workspace',
      sentence: 'One Idea to begin with, and nothing else: yours from the first line.',
    },
    music: {
      title: 'Music studio',
      sentence: 'A Producer, a Composer and a Sound-Designer turn a brief into a recorded song.',
    },
    'music-arrangements': {
      title: 'Trailers and jingles',
      sentence: 'The Composer and the Sound-Designer of the music studio, unchanged, in two other arrangements.',
    },
    devops: {
      title: 'Operator on call',
      sentence: 'Checks, logs and restarts of real processes on this machine; a restart of the database waits for you.',
    },
    support: {
      title: 'Support desk',
      sentence: 'Reads a ticket, searches a knowledge base by full text and drafts the reply in a clean room.',
    },
    analytics: {
      title: 'Data analyst',
      sentence: "Questions about a bookshop's database, answered with guarded SQL, data checks and charts.",
    },
    security: {
      title: 'Security investigator',
      sentence: 'Searches a week of security logs, judges addresses, and isolates a host once you agree.',
    },
    moderation: {
      title: 'Comment moderation',
      sentence: 'A hundred comments judged in one Request, one Call each, none of them seeing another.',
    },
    releases: {
      title: 'Release notes',
      sentence: 'The commits of a version are sorted and become notes that users can read.',
    },
    invoices: {
      title: 'Invoice check',
      sentence:
        'An invoice is added up again, compared with its order and decided on, each step in its own clean room.',
    },
    'code-review': {
      title: 'Code review',
      sentence: 'A change is scanned for risky lines, and its author gets a review with the gravest point first.',
    },
  },
} as const
