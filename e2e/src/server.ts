import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const READY = /listening on (http\S+)/
/** Far more than a start takes, also where others use the machine. */
const READY_WITHIN_MS = 120_000

export type Environment = { readonly [name: string]: string | undefined }

export interface ServerOptions {
  /** A folder to serve as it is; without one, a fresh copy of the music workspace. */
  readonly workspace?: string
  /** 0, the default, is any free one. */
  readonly port?: number
  readonly env?: Environment
}

/** The real server in its own process, as a user starts it. */
export interface RunningServer {
  readonly url: string
  readonly workspace: string
  readonly pid: number
  /** Everything it printed so far. */
  output(): string
  /** Asks it to end, as a terminal does. Resolves to its exit code; the workspace stays. */
  stop(): Promise<number>
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
}

/** A folder that disappears with the test that asked for it. */
export const temporaryFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `ensemble-${name}-`))

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 })

/** The music workspace as a user has it, in its own folder. */
export async function copyOfMusic(): Promise<string> {
  const folder = join(await temporaryFolder('music'), 'music')
  await cp(join(ROOT, 'examples', 'music'), folder, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|\.ensemble[\\/](?!layout\.json)[^\\/]+)$/.test(path),
  })
  return folder
}

/** No key, no token, no database of the surrounding machine reaches the server under test. */
function cleanEnvironment(env: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(OPENAI_|ENSEMBLE_|DATABASE_URL|PORT$|HOST$|NO_COLOR$|FORCE_COLOR$)/.test(name),
  )
  return {
    ...Object.fromEntries(inherited),
    CI: 'true',
    BROWSER: 'none',
    ENSEMBLE_SIMULATED_PACE: '0',
    ...env,
  }
}

/** Runs a command of the repository to its end, or until it says that it listens. */
export async function launch(
  script: string,
  args: readonly string[],
  env: Environment,
): Promise<
  { readonly url: string | undefined; readonly code: number | undefined } & Omit<RunningServer, 'url' | 'workspace'>
> {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)))
  const ready = new Promise<string>((resolve) => {
    const listen = (chunk: Buffer): void => {
      printed += chunk.toString()
      const url = READY.exec(printed)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
  })
  const tooLate = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
  const outcome = await Promise.race([ready, ended])
  clearTimeout(tooLate)
  return {
    // -1 only where the process could not be created, and then there is no url either.
    pid: child.pid ?? -1,
    url: typeof outcome === 'string' ? outcome : undefined,
    code: typeof outcome === 'number' ? outcome : undefined,
    output: () => printed,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * `ensemble serve` on a free port, with its own list of workspaces. Fails with what the server printed where it
 * does not come up.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const workspace = options.workspace ?? (await copyOfMusic())
  const data = await temporaryFolder('data')
  const started = await launch(
    'apps/server/bin/ensemble.mjs',
    ['serve', '--workspace', workspace, '--port', String(options.port ?? 0)],
    { XDG_DATA_HOME: data, ...options.env },
  )
  if (started.url === undefined) throw new Error(`The server did not start:\n${started.output()}`)
  const stop = async (): Promise<number> => {
    const code = await started.stop()
    await removeFolder(data)
    return code
  }
  return { ...started, stop, url: started.url, workspace }
}
