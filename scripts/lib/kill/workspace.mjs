import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '../repo.mjs'

/** Each Activity of the music workspace, counted on disk at its start and at its end; the song is one bar long. */
const COUNTED = `
import { appendFileSync } from 'node:fs'
import * as song from '../music/song.ts'

const note = (what, { idempotencyKey }) =>
  appendFileSync(process.env.KILL_LEDGER, what + ' ' + idempotencyKey + ' ' + process.pid + '\\n')
const counted = (run) => async (call, context) => {
  note('start', context)
  const result = await run(call, context)
  note('end', context)
  return result
}
const oneBar = (call) => {
  const lines = song.melodyByRule(call).split('\\n')
  const first = lines.findIndex((line) => line.includes('|') && !/^[A-Za-z]:/.test(line))
  return [...lines.slice(0, first), lines[first].split('|').slice(0, 1).join('|') + '|]', ''].join('\\n')
}
const tally = ({ item }) => 'counted ' + item
const weigh = async ({ item }, { log }) => {
  await log('info', 'weighing')
  await new Promise((resolve) => setTimeout(resolve, 5))
  return { item, text: 'x'.repeat(6000) }
}
export default Object.fromEntries(
  Object.entries({ ...song, melodyByRule: oneBar, tally, weigh })
    .filter(([, run]) => typeof run === 'function')
    .map(([name, run]) => [name, counted(run)]),
)
`

const named = (/** @type {string} */ description, /** @type {object} */ output) => ({
  type: 'object',
  description,
  properties: { item: { type: 'string', description: 'the item that is named' }, _output: output },
  required: ['item'],
})

/** Quick Calls, one of them with a result over 4 KiB, so that most kills fall between writes. */
const QUICK = {
  description: 'Counts and weighs an item.',
  context: [
    { type: 'text', text: 'Tally the item, and weigh it.' },
    { type: 'input', schema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] } },
    {
      type: 'tool',
      tool: {
        tally: named('Tally the item.', { type: 'string' }),
        weigh: named('Weigh the item.', { type: 'object' }),
      },
    },
  ],
  schema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
}

/** A copy of the music workspace in its own folder. @returns {{ root: string, ledger: string }} */
export function makeKillWorkspace() {
  const root = mkdtempSync(join(tmpdir(), 'ensemble-kill-'))
  const music = inRoot('examples', 'music')
  for (const part of ['ensemble.json', 'ideas', 'tools'])
    cpSync(join(music, part), join(root, part), { recursive: true })
  writeFileSync(join(root, 'ideas', 'quick.json'), JSON.stringify(QUICK))
  mkdirSync(join(root, 'music'))
  for (const file of readdirSync(join(music, 'activities')))
    cpSync(join(music, 'activities', file), join(root, 'music', file))
  mkdirSync(join(root, 'activities'))
  writeFileSync(join(root, 'activities', 'counted.ts'), COUNTED)
  const ledger = join(root, 'ledger.txt')
  appendFileSync(ledger, '')
  return { root, ledger }
}

/**
 * The Activities' notes: one line at each start and each end.
 * @param {string} ledger
 * @returns {{ what: string, call: string, pid: number }[]}
 */
export function readLedger(ledger) {
  if (!existsSync(ledger)) return []
  return readFileSync(ledger, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [what = '', call = '', pid = ''] = line.split(' ')
      return { what, call, pid: Number(pid) }
    })
}
