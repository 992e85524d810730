import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import type { Deps } from '../create-deps.ts'
import { listen } from '../listen.ts'
import { type Environment, parseSettings } from '../settings/settings.ts'
import type { Owner } from '../workspace/owner.ts'
import { type Server, createServer } from '../workspaces/create-server.ts'
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
  readonly server: Server
  /** A program on this machine asks: no Origin, no cookie. Throws where an answer is not as the description says. */
  readonly ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  /** The same routes behind a real port. */
  readonly listen: () => Promise<string>
  /** Ends as SIGTERM does; the folder stays. */
  readonly stop: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres that records Runs in place of each workspace's own file. */
    readonly postgres: string | undefined
  }
}

/** The engine of the test project that runs: the same folder has the same Runs at its next start. */
const engineOf = async (root: string): Promise<Environment> => {
  const address = inject('postgres')
  if (address === undefined) return {}
  const { schemaIn } = await import('./throwaway-postgres.ts')
  const schema = `w${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
  return { DATABASE_URL: await schemaIn(address, schema) }
}

/** Several servers of a test may look at one folder. */
const NO_LOCK: Owner = {
  owned: true,
  readOnly: false,
  announce: async () => undefined,
  release: async () => undefined,
}

/** The path as the description has it, for any workspace. */
const ownPath = (path: string, basePath: string): string =>
  (path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path)
    .replace(/\?.*$/s, '')
    .replace(/^\/w\/[^/]+(?=\/)/, '')

/** The real server over a folder, with no delays and no endpoint unless the environment names one. */
export const openTestServer = async (
  root: string,
  environment: Environment = {},
  { home = root, now = Date.now }: { readonly home?: string; readonly now?: () => number } = {},
): Promise<TestServer> => {
  const settings = parseSettings(
    { port: '0' },
    { ENSEMBLE_SIMULATED_PACE: '0', ...(await engineOf(root)), ...environment },
    home,
  )
  const server = await createServer({
    settings,
    root,
    owner: NO_LOCK,
    pageRoot: join(root, 'page'),
    examples: join(import.meta.dirname, '../../../../examples'),
    now,
  })
  const { deps } = server.first
  let listening: Awaited<ReturnType<typeof listen>> | undefined
  let stopped = false
  const stop = async (): Promise<void> => {
    if (stopped) return
    stopped = true
    await server.drain()
    await listening?.stop(100)
    await server.close()
  }
  const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
    server.fetch(new Request(`http://127.0.0.1${path}`, init))
  let description: Promise<Description> | undefined
  const describe = (): Promise<Description> =>
    (description ??= send('/api/openapi.json', { headers: { host: '127.0.0.1' } }).then(
      async (response) => (await response.json()) as Description, // the server's own page
    ))
  return {
    root,
    deps,
    server,
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
        await holdToDescription(
          await describe(),
          await deps.validator(),
          method,
          ownPath(path, settings.basePath),
          response,
        )
      return response
    },
    listen: async () => {
      listening = await listen(server.fetch, { host: '127.0.0.1', port: 0 })
      server.listensAt(listening)
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
