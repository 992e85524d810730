// A workspace of thousands of Ideas of an ordinary size, as the examples have them: texts, an input, a few Tools, who hands work on to whom.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SUBJECTS = [
  'invoice',
  'harbour',
  'customer',
  'weather',
  'garden',
  'engine',
  'letter',
  'station',
  'mirror',
  'contract',
]
const VERBS = ['find', 'describe', 'compare', 'write', 'check', 'translate', 'sort', 'summarise']

/** @template T @param {readonly T[]} list @param {number} at @returns {T} */
const pick = (list, at) => /** @type {T} */ (list[at % list.length])
const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1)

/** @param {string} verb @param {string} subject @param {number} n @param {boolean} different */
const tool = (verb, subject, n, different) => ({
  type: 'object',
  title: `${capital(verb)} the ${subject}`,
  description: `${capital(verb)}s the ${subject} that the request names, and says what was found.${different ? ` It knows those of department ${n}.` : ''}`,
  properties: {
    subject: { type: 'string', minLength: 1, description: `The ${subject} that is meant, by its name or number.` },
    language: { enum: ['en', 'ru', 'de'], description: 'The language of the answer.' },
    limit: { type: 'integer', minimum: 1, maximum: 50 + (n % 50), description: 'How many are wanted at most.' },
    since: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Only what is newer than this day.' },
    _output: {
      type: 'object',
      properties: { summary: { type: 'string' }, found: { type: 'array', items: { type: 'string' } } },
      required: ['summary'],
    },
  },
  required: ['subject'],
})

/**
 * The nth Idea: every tenth hands work on to two others, every hundredth to a missing one. `different`: no two Tools are
 * equal; else most are, as in a workspace that was grown by copying.
 * @param {number} n @param {number} count @param {boolean} different
 */
export const ideaOf = (n, count, different) => {
  const subject = pick(SUBJECTS, n)
  const tools = Object.fromEntries(
    [0, 1, 2].map((at) => {
      const verb = pick(VERBS, n + at * 3)
      return [`${verb}${capital(subject)}`, tool(verb, subject, n, different)]
    }),
  )
  /** @param {number} to @param {string} name */
  const handOn = (to, name) => ({
    [name]: {
      ...tool('hand', subject, n, different),
      description: `Hands the ${subject} on to somebody who knows more about it.`,
      _module: { const: `idea://${to < 0 ? `nobody${n}` : `idea${to}`}` },
      _imports: { const: ['input'] },
    },
  })
  const modules =
    n % 100 === 7
      ? handOn(-1, 'askNobody')
      : n % 10 === 0
        ? { ...handOn((n * 7 + 1) % count, 'askFirst'), ...handOn((n * 3 + 2) % count, 'askSecond') }
        : {}
  return {
    title: `${capital(subject)} desk ${n}`,
    description: `Answers questions about each ${subject} of department ${n}.`,
    context: [
      {
        type: 'text',
        text: `You work at the ${subject} desk of department ${n}. ${'Read what was asked, choose the Tool that fits, and answer in short sentences without guessing. '.repeat(4)}`,
      },
      {
        type: 'input',
        schema: {
          type: 'object',
          properties: {
            question: {
              type: 'string',
              minLength: 1,
              title: 'Question',
              description: `A question about a ${subject}.`,
            },
            urgent: { type: 'boolean', description: 'Whether somebody waits for the answer.' },
          },
          required: ['question'],
        },
        input: { question: `Which ${subject} came last?` },
      },
      { type: 'tool', tool: { ...tools, ...modules } },
    ],
    schema: {
      type: 'object',
      properties: { answer: { type: 'string' }, sources: { type: 'array', items: { type: 'string' } } },
      required: ['answer'],
    },
  }
}

/** @param {string} folder @param {number} count @param {boolean} different */
export const writeWorkspace = async (folder, count, different) => {
  await mkdir(join(folder, 'ideas'), { recursive: true })
  await writeFile(join(folder, 'ensemble.json'), JSON.stringify({ version: 1, name: 'many' }))
  for (let from = 0; from < count; from += 200)
    await Promise.all(
      Array.from({ length: Math.min(200, count - from) }, (_, at) =>
        writeFile(
          join(folder, `ideas/idea${from + at}.json`),
          JSON.stringify(ideaOf(from + at, count, different), null, 2),
        ),
      ),
    )
}
