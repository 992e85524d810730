import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './server.ts'

/** A role of a newsroom: what it is called, the Tool that asks for it, what it does, and whom it asks itself. */
type Role = readonly [
  title: string,
  tool: string,
  description: string,
  calls: readonly string[],
  own?: readonly string[],
]

/** One section of a newspaper: thirty Ideas in five layers, of which two are asked by several. */
const ROLES: Readonly<Record<string, Role>> = {
  editor: [
    'Editor',
    'editSection',
    'Turns the news of the day into a page',
    ['researcher', 'writer', 'fact-checker', 'publisher'],
    ['pickAngle'],
  ],
  researcher: [
    'Researcher',
    'researchStory',
    'Finds out what happened and who knows about it',
    [
      'web-searcher',
      'archivist',
      'interviewer',
      'data-analyst',
      'map-maker',
      'press-reader',
      'court-reporter',
      'translator',
    ],
  ],
  writer: [
    'Writer',
    'writeStory',
    'Writes the story and has it dressed',
    [
      'headline-writer',
      'illustrator',
      'copy-desk',
      'data-visualiser',
      'caption-writer',
      'summary-writer',
      'page-designer',
      'translator',
    ],
    ['outlineStory'],
  ],
  'fact-checker': [
    'Fact checker',
    'checkFacts',
    'Checks every claim before it is printed',
    ['legal-reviewer', 'source-checker', 'number-checker', 'quote-checker', 'tone-reviewer'],
  ],
  publisher: [
    'Publisher',
    'publishPage',
    'Puts the page online and tells the readers',
    [],
    ['schedulePage', 'notifyReaders'],
  ],
  'web-searcher': [
    'Web searcher',
    'searchWeb',
    'Searches the web and keeps what can be trusted',
    ['source-checker'],
    ['searchPages', 'readPage', 'rankPages'],
  ],
  archivist: [
    'Archivist',
    'searchArchive',
    'Finds what the paper wrote before',
    [],
    ['findArticles', 'findPhotos', 'findLetters', 'dateArticle'],
  ],
  interviewer: [
    'Interviewer',
    'interviewWitness',
    'Prepares questions and reads the answers',
    [],
    ['askQuestion', 'followUp', 'transcribe'],
  ],
  'data-analyst': ['Data analyst', 'analyseData', 'Looks for what numbers show', [], ['loadTable', 'fitTrend']],
  'map-maker': ['Map maker', 'drawMap', 'Draws where it happened', [], ['drawRegion']],
  'press-reader': ['Press reader', 'readPress', 'Reads what other papers say', [], ['summarisePaper']],
  'court-reporter': ['Court reporter', 'readRuling', 'Reads rulings and dockets', [], ['findDocket', 'explainRuling']],
  translator: [
    'Translator',
    'translateText',
    'Translates sources and stories',
    [],
    ['detectLanguage', 'translateParagraph', 'checkTerms', 'compareMeaning'],
  ],
  'headline-writer': [
    'Headline writer',
    'writeHeadline',
    'Says the story in eight words',
    [],
    ['proposeHeadlines', 'rateHeadline', 'shorten', 'checkPuns'],
  ],
  illustrator: [
    'Illustrator',
    'illustrateStory',
    'Draws what no photo shows',
    [],
    ['sketch', 'paint', 'describePicture', 'cropPicture'],
  ],
  'copy-desk': [
    'Copy desk',
    'editCopy',
    'Corrects language and style',
    ['spelling-checker', 'style-editor', 'link-checker'],
  ],
  'data-visualiser': ['Data visualiser', 'drawChart', 'Turns a table into a chart', [], ['chooseChart', 'labelAxes']],
  'caption-writer': ['Caption writer', 'writeCaption', 'Writes what a picture shows', [], ['describeScene']],
  'summary-writer': ['Summary writer', 'summariseStory', 'Sums the story up in three sentences', ['style-editor']],
  'page-designer': [
    'Page designer',
    'designPage',
    'Arranges stories and pictures',
    [],
    ['placeStories', 'balancePage'],
  ],
  'spelling-checker': ['Spelling checker', 'checkSpelling', 'Finds misspelt words', [], ['findTypos']],
  'style-editor': [
    'Style editor',
    'editStyle',
    'Holds the text to the house style',
    [],
    ['applyStyle', 'explainChange'],
  ],
  'link-checker': ['Link checker', 'checkLinks', 'Opens every link', [], ['openLink']],
  'legal-reviewer': [
    'Legal reviewer',
    'reviewLaw',
    'Says what may be printed',
    ['libel-reader', 'privacy-reader'],
    ['citeLaw', 'weighRisk'],
  ],
  'source-checker': [
    'Source checker',
    'checkSource',
    'Says who is behind a claim',
    [],
    ['traceSource', 'rateSource', 'findOrigin', 'compareDates', 'listOwners'],
  ],
  'number-checker': ['Number checker', 'checkNumbers', 'Recalculates every figure', [], ['recalculate', 'checkUnits']],
  'quote-checker': [
    'Quote checker',
    'checkQuotes',
    'Compares quotes with recordings',
    [],
    ['findRecording', 'compareWords'],
  ],
  'tone-reviewer': ['Tone reviewer', 'reviewTone', 'Listens for words that judge', [], ['markWords']],
  'libel-reader': ['Libel reader', 'readForLibel', 'Finds claims about people that need proof', [], ['markClaims']],
  'privacy-reader': ['Privacy reader', 'readForPrivacy', 'Finds names that must not be printed', [], ['markNames']],
}
/** Asked from every section. */
const SHARED = ['translator']
const DESKS = [
  'Politics',
  'Business',
  'Sports',
  'Culture',
  'Science',
  'Travel',
  'Health',
  'Local',
  'Weather',
  'Opinion',
]
const CITIES = [
  '',
  'Berlin',
  'Paris',
  'Madrid',
  'Rome',
  'Vienna',
  'Oslo',
  'Dublin',
  'Lisbon',
  'Prague',
  'Warsaw',
  'Athens',
  'Riga',
  'Bern',
  'Sofia',
  'Turin',
  'Porto',
  'Lyon',
]
/** Three Ideas: the smallest newsroom there is. */
const FEW = ['editor', 'researcher', 'writer']

function sectionOf(
  desk: string,
  keep: ReadonlySet<string>,
): readonly { readonly role: string; readonly name: string; readonly title: string }[] {
  const slug = desk.toLowerCase().replaceAll(' ', '-')
  return Object.entries(ROLES)
    .filter(([role]) => keep.has(role))
    .map(([role, [title]]) => {
      const own = desk === '' || SHARED.includes(role)
      return { role, name: own ? role : `${slug}-${role}`, title: own ? title : `${desk} ${title.toLowerCase()}` }
    })
}

/** One Idea as a file: a prompt, an input, a Tool for each Idea it asks, and Tools that the model fills. */
function ideaText(
  title: string,
  description: string,
  calls: readonly (readonly [tool: string, to: string, what: string])[],
  own: readonly string[],
): string {
  const request = { request: { type: 'string', description: 'What is wanted, in a sentence or two.' } }
  const delegating = calls.map(([tool, to, what]) => [
    tool,
    {
      type: 'object',
      description: `${what}.`,
      properties: { _module: { const: `idea://${to}` }, _imports: { const: ['input'] }, ...request },
      required: ['request'],
    },
  ])
  const latent = own.map((tool) => [
    tool,
    { type: 'object', description: `One step of the work: ${tool}.`, properties: request, required: ['request'] },
  ])
  const tools = Object.fromEntries([...delegating, ...latent]) as object
  return `${JSON.stringify(
    {
      title,
      description,
      context: [
        {
          type: 'text',
          text: `You are the ${title.toLowerCase()} of a newspaper. ${description}. Work carefully, and say so where something is not certain.`,
        },
        {
          type: 'input',
          schema: { type: 'object', properties: request, required: ['request'] },
          input: { request: 'The strike at the harbour' },
        },
        { type: 'tool', tool: tools },
      ],
      schema: {
        type: 'object',
        properties: { report: { type: 'string', description: 'What was found or made.' } },
        required: ['report'],
      },
    },
    null,
    2,
  )}\n`
}

/** The files of a newsroom of `count` Ideas, by their paths: 3, 30, 300 or any number; the same for the same count. */
export function newsroomFiles(count: number, { groups = false } = {}): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const every = Object.keys(ROLES)
  const keep = new Set(count <= FEW.length ? FEW : every)
  const together: string[] = []
  const editors: (readonly [string, string, string])[] = []
  const isLarge = count > every.length
  const cities = CITIES.flatMap((city) => DESKS.map((desk) => `${desk} ${city}`.trim()))
  const room = (): number => count - ideas() - (isLarge ? 1 : 0)
  const ideas = (): number => [...files.keys()].filter((file) => file.startsWith('ideas/')).length
  for (let section = 0; room() > 0; section += 1) {
    const round = Math.floor(section / cities.length)
    const desk = isLarge ? `${cities[section % cities.length]}${round === 0 ? '' : ` ${round + 1}`}` : ''
    const members = sectionOf(desk, keep)
    // The last section has fewer helpers: what is left of the number.
    const left = members.filter(({ name }) => !files.has(`ideas/${name}.json`)).slice(0, room())
    const nameOf = new Map(
      members
        .filter((member) => left.includes(member) || SHARED.includes(member.role))
        .map(({ role, name }) => [role, name]),
    )
    for (const { role, name, title } of left) {
      const [, , description, calls, own = []] = ROLES[role] ?? ['', '', '', []]
      const asked = calls.flatMap((to): (readonly [string, string, string])[] => {
        const target = nameOf.get(to)
        return target === undefined ? [] : [[ROLES[to]?.[1] ?? to, target, ROLES[to]?.[2] ?? to]]
      })
      files.set(`ideas/${name}.json`, ideaText(title, description, asked, own))
    }
    const [editor] = left
    if (editor?.role === 'editor')
      editors.push([`edit${desk.replaceAll(' ', '')}`, editor.name, `The ${desk} page of today`])
    if (groups) together.push(...groupLines(section, desk, nameOf))
  }
  if (isLarge)
    files.set(
      'ideas/chief-editor.json',
      ideaText('Chief editor', 'Decides what is on today’s front page', editors.slice(0, DESKS.length), [
        'pickFrontPage',
      ]),
    )
  files.set('ensemble.json', `${JSON.stringify({ version: 1, name: `newsroom-${count}` }, null, 2)}\n`)
  if (groups)
    files.set(
      '.ensemble/layout.json',
      `{\n  "version": 1,\n  "nodes": {},\n  "groups": {\n${together.join(',\n')}\n  }\n}\n`,
    )
  return files
}

/** Three groups a section, as the layout file writes them. */
function groupLines(section: number, desk: string, nameOf: ReadonlyMap<string, string>): string[] {
  return ['researcher', 'writer', 'fact-checker'].flatMap((lead, index) => {
    const roles = [lead, ...(ROLES[lead]?.[3] ?? [])].filter((role) => !SHARED.includes(role))
    const nodes = roles.flatMap((role) => nameOf.get(role) ?? []).map((name) => `idea:${name}`)
    const title = `${desk} ${['Research', 'Writing', 'Checks'][index] ?? ''}`.trim()
    return nodes.length < 2 ? [] : [`    "group:${section * 3 + index + 1}": ${JSON.stringify({ title, nodes })}`]
  })
}

/** Writes a newsroom of `count` Ideas into its own folder and returns the path. */
export async function writeNewsroom(count: number, options: { readonly groups?: boolean } = {}): Promise<string> {
  const folder = join(await temporaryFolder(`newsroom-${count}`), `newsroom-${count}`)
  await mkdir(join(folder, 'ideas'), { recursive: true })
  await mkdir(join(folder, '.ensemble'), { recursive: true })
  for (const [file, text] of newsroomFiles(count, options)) await writeFile(join(folder, file), text)
  return folder
}
