import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApp } from '../app.ts'
import { type Deps, createDeps } from '../create-deps.ts'
import { listen } from '../listen.ts'
import { type Environment, parseSettings } from '../settings/settings.ts'
import { type Description, holdToDescription } from './hold-to-description.ts'

export type Files = Readonly<Record<string, unknown>>

const MANIFEST = { version: 1, name: 'test' }

/** A workspace in its own folder; objects are written as JSON, texts unchanged. */
export const makeWorkspace = async (files: Files = {}): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-test-'))
  for (const [file, content] of Object.entries({ 'ensemble.json': MANIFEST, ...files })) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  return root
}

export interface TestServer {
  readonly root: string
  readonly deps: Deps
  /** A program on this machine asks: no Origin, no cookie. Throws where an answer is not as the description says. */
  readonly ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  /** The same routes behind a real port. */
  readonly listen: () => Promise<string>
  /** Ends as SIGTERM does; the folder stays. */
  readonly stop: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** The real server over a folder, with no delays and no endpoint unless the environment names one. */
export const openTestServer = async (root: string, environment: Environment = {}): Promise<TestServer> => {
  const settings = parseSettings({ port: '0' }, { ENSEMBLE_SIMULATED_PACE: '0', ...environment }, root)
  const beside: TestServer[] = []
  const deps = await createDeps({
    settings,
    root,
    pageRoot: join(root, 'page'),
    examples: join(import.meta.dirname, '../../../../examples'),
    serveBeside: async (workspace) => {
      const other = await openTestServer(workspace, environment)
      beside.push(other)
      return { url: await other.listen() }
    },
  })
  const app = createApp(deps)
  let listening: Awaited<ReturnType<typeof listen>> | undefined
  let stopped = false
  const stop = async (): Promise<void> => {
    if (stopped) return
    stopped = true
    await Promise.all(beside.map((other) => other.stop()))
    await deps.drain()
    await listening?.stop(100)
    await deps.close()
  }
  const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
    app.request(`http://127.0.0.1${path}`, init)
  let description: Promise<Description> | undefined
  const describe = (): Promise<Description> =>
    (description ??= send('/api/openapi.json', { headers: { host: '127.0.0.1' } }).then(
      async (response) => (await response.json()) as Description, // the server's own page
    ))
  return {
    root,
    deps,
    ask: async (method, path, body, headers = {}) => {
      const response = await send(path, {
        method,
        headers: {
          host: '127.0.0.1',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      if (environment['ENSEMBLE_TOKEN'] === undefined)
        await holdToDescription(await describe(), await deps.validator(), method, path.split('?')[0] ?? path, response)
      return response
    },
    listen: async () => {
      listening = await listen((request) => app.fetch(request), { host: '127.0.0.1', port: 0 })
      deps.setPort(listening.port)
      return listening.url
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

export const testServer = async (files: Files = {}, environment: Environment = {}): Promise<TestServer> =>
  openTestServer(await makeWorkspace(files), environment)

/** The answer's JSON. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- shapes differ by route; a test names the members it reads
export const bodyOf = async (response: Response): Promise<any> => response.json()
