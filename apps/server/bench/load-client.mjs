// A client in its own process: starts runs, waits until all of them ended or wait, and times `GET /api/health` meanwhile.
import { Agent, request } from 'node:http'

const [, , url, idea, count] = process.argv
const RUNS = Number(count)
const AT_ONCE = 50
const HEALTH_EVERY_MS = 20
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const own = new Agent({ keepAlive: true, maxSockets: 1 })

const ask = (method, path, body, by = agent) =>
  new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      { method, agent: by, headers: body === undefined ? {} : { 'content-type': 'application/json' } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (piece) => (text += piece))
        response.on('end', () => {
          if (response.statusCode < 300) resolve(JSON.parse(text))
          else reject(new Error(`${response.statusCode} ${text}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })

const answers = []
let isOver = false
const listen = async () => {
  while (!isOver) {
    const at = performance.now()
    await ask('GET', '/api/health', undefined, own)
    answers.push(performance.now() - at)
    await new Promise((done) => setTimeout(done, HEALTH_EVERY_MS))
  }
}

/** Runs of a status in the newest `RUNS`. */
const unfinished = async () => {
  let left = 0
  for (const status of ['queued', 'running']) {
    const { items } = await ask('GET', `/api/runs?status=${status}&limit=1`)
    left += items.length
  }
  return left
}

const startedAt = performance.now()
const listening = listen()
let next = 0
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < RUNS) await ask('POST', '/api/runs', { idea, input: { n: next++ } })
  }),
)
while ((await unfinished()) > 0) await new Promise((done) => setTimeout(done, 25))
const ms = performance.now() - startedAt
isOver = true
await listening
const sorted = answers.toSorted((a, b) => a - b)
const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
process.stdout.write(JSON.stringify({ ms, p50: at(0.5), p99: at(0.99), most: at(1), asked: sorted.length }))
process.exit(0)
