// `npm run image`: builds the image with docker, podman or buildah. With --try it needs none of them: it runs the steps of the Dockerfile
// in a plain folder, starts what they made as the image would, and tries it. Other base images and the read-only root are not tried so.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandIn, inFolder, pairsOf, stagesOf } from './lib/dockerfile.mjs'
import { inRoot } from './lib/repo.mjs'
import { run } from './lib/run.mjs'

const TOKEN = 'a-token-of-the-trial'
const STOPS_MS = 15_000

/** @param {boolean} isRight @param {string} what */
function check(isRight, what) {
  if (!isRight) throw new Error(`Failed: ${what}`)
  console.log(`  ${what}`)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? String(address.port) : ''
}

/** The files that git has or would take: what .dockerignore leaves. @param {string} to */
function copySources(to) {
  const names = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: inRoot('.'), encoding: 'utf8' })
  for (const name of names.split('\0')) {
    if (name === '' || !existsSync(inRoot(name))) continue
    mkdirSync(dirname(join(to, name)), { recursive: true })
    cpSync(inRoot(name), join(to, name))
  }
}

/** @param {string} text of a COPY @param {string} root of its stage @param {string} cwd @param {ReadonlyMap<string, string>} stages */
function copy(text, root, cwd, stages) {
  const [, from, source = '', to = ''] = /^(?:--from=(\S+)\s+)?(\S+)\s+(\S+)$/.exec(text) ?? []
  const target = to.startsWith('/') ? join(root, to) : join(cwd, to)
  mkdirSync(target, { recursive: true })
  if (from === undefined) return copySources(target)
  const folder = join(stages.get(from) ?? '', dirname(source))
  const ending = basename(source).replace('*', '')
  for (const name of readdirSync(folder)) if (name.endsWith(ending)) cpSync(join(folder, name), join(target, name))
}

/** Runs every step. @param {string} base @returns what the last stage leaves */
async function runSteps(base) {
  /** @type {Map<string, string>} */
  const stages = new Map()
  /** @type {{ root: string, env: Record<string, string>, user: number, commands: Map<string, readonly string[]> } | undefined} */
  let last
  for (const [index, steps] of stagesOf(readFileSync(inRoot('Dockerfile'), 'utf8')).entries()) {
    const root = join(base, `stage-${index}`)
    mkdirSync(root, { recursive: true })
    /** @type {Record<string, string>} */
    const env = {}
    const stage = { root, env, user: 0, commands: new Map() }
    let cwd = root
    for (const { name, text } of steps) {
      const [word = ''] = text.split(/\s+/)
      if (name === 'FROM') stages.set(/ AS (\S+)/.exec(text)?.[1] ?? String(index), root)
      else if (name === 'WORKDIR') mkdirSync((cwd = join(root, word)), { recursive: true })
      else if (name === 'COPY') copy(text, root, cwd, stages)
      else if (name === 'ENV') Object.assign(env, pairsOf(inFolder(text, root)))
      else if (name === 'USER') stage.user = Number(word)
      else if (name === 'CMD' || name === 'HEALTHCHECK') stage.commands.set(name, commandIn(text))
      else if (name === 'RUN') {
        console.log(`RUN ${text}`)
        const { code, output } = await run('sh', ['-c', inFolder(text, root)], { cwd, env, quiet: true })
        if (code !== 0) throw new Error(`RUN ${text} ended with ${code}:\n${output.slice(-4000)}`)
      } else if (name !== 'VOLUME' && name !== 'EXPOSE') throw new Error(`--try cannot run ${name}.`)
    }
    last = stage
  }
  if (last === undefined) throw new Error('The Dockerfile has no stage.')
  return last
}

/** Starts the image's command as its user, and tries what people and probes do. @param {Awaited<ReturnType<typeof runSteps>>} image */
async function tryImage({ root, env, user, commands }) {
  const PORT = await freePort()
  const [program = '', ...args] = commands.get('CMD') ?? []
  const isRoot = process.getuid?.() === 0
  const options = {
    cwd: join(root, 'data'),
    env: {
      ...process.env,
      ...env,
      PORT,
      PATH: `${join(root, 'usr/local/bin')}:${process.env['PATH']}`,
      ENSEMBLE_TOKEN: TOKEN,
    },
    ...(isRoot && { uid: user, gid: user }),
  }
  const begin = async () => {
    const server = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(server, 'exit')
    await Promise.race([
      ended.then(() => Promise.reject(new Error('The server ended before it listened.'))),
      (async () => {
        for await (const line of server.stdout.iterator({ destroyOnReturn: false }))
          if (String(line).includes('listening on')) return
        throw new Error('The server ended before it listened.')
      })(),
    ])
    server.stdout.resume()
    return { server, ended }
  }
  const ask = (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) =>
    fetch(`http://127.0.0.1:${PORT}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    })
  const stop = async (/** @type {Awaited<ReturnType<typeof begin>>} */ { server, ended }) => {
    server.kill('SIGTERM')
    const [code] = await Promise.race([ended, sleep(STOPS_MS, ['too late'])])
    check(code === 0, `SIGTERM ends it within ${STOPS_MS / 1000} s, with 0`)
  }

  const first = await begin()
  try {
    check(true, 'the command makes a workspace and listens')
    const [prober = '', ...probe] = commands.get('HEALTHCHECK') ?? []
    const health = spawn(prober, probe, { ...options, stdio: 'inherit' })
    check((await once(health, 'exit'))[0] === 0, 'the health check passes')
    check((await fetch(`http://127.0.0.1:${PORT}/api/runs`)).status === 401, 'a caller without the token is refused')
    const ideas = await (await ask('/api/ideas')).json()
    const started = await ask('/api/runs', { method: 'POST', body: JSON.stringify({ idea: ideas[0].name }) })
    check(started.status === 202, 'a run starts')
    check((await (await ask('/metrics')).text()).includes('ensemble_recorded_runs 1'), '/metrics counts it')
    check((await (await ask('/')).text()).includes('<html'), 'the page is there')
  } finally {
    await stop(first)
  }
  const second = await begin()
  try {
    const { items } = await (await ask('/api/runs')).json()
    check(items.length === 1, 'the run is there after a restart on the same volume')
  } finally {
    await stop(second)
  }
}

if (process.argv.includes('--try')) {
  const base = mkdtempSync(join(tmpdir(), 'ensemble-image-'))
  try {
    await run('chmod', ['755', base])
    await tryImage(await runSteps(base))
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
} else {
  const builders = ['docker', 'podman', 'buildah']
  for (const builder of builders) {
    const { code } = await run(builder, ['--version'], { quiet: true })
    if (code === 0) process.exit((await run(builder, ['build', '-t', 'ensemble', '.'])).code)
  }
  console.error('No docker, podman or buildah is here. `npm run image -- --try` runs the steps in a plain folder.')
  process.exit(1)
}
