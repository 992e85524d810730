// `npm run damage`: flips bytes, overwrites and cuts pages of databases and logs, 10,000 times; checks that the process
// lives, untouched runs are whole and damage is reported. `-- 500` sets the number of seeds, `-- 500 7000` also the
// first one.
import { trySeeds } from './lib/damage/try-seeds.mjs'

const [, , count = '10000', first = '0'] = process.argv
const from = Number(first)
const to = from + Number(count)
const faulty = await trySeeds(from, to, (done) => process.stdout.write(`\r${done} of ${Number(count)}`))
process.stdout.write('\n')
for (const { seed, what, faults } of faulty) console.log(`seed ${seed}, ${what}\n  ${faults.join('\n  ')}`)
console.log(`${Number(count)} databases damaged, ${faulty.length} broke a promise`)
process.exitCode = faulty.length === 0 ? 0 : 1
