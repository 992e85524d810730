import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const SERVICES = ['nginx', 'orders-api', 'critical-db'] as const
export type ServiceName = (typeof SERVICES)[number]

/** A process of the example, alive or ended. */
export interface Service {
  readonly name: ServiceName
  readonly port: number
  readonly startedAt: number
  readonly pid: number | null
  /** The process; its `exitCode` tells whether it has ended. */
  readonly process: ChildProcess
  /** How often it was started. */
  readonly starts: number
  /** The lines that have arrived, oldest first; `logOf` waits for those on their way. */
  readonly log: readonly string[]
}

const PROGRAM = fileURLToPath(new URL('../../services/service.mjs', import.meta.url))
const MOST_LINES = 2000

type Fleet = Map<ServiceName, Promise<Service>>
// Activities are loaded again whenever a file changes; the processes of the earlier ones must be found again.
const shared = globalThis as { [key: symbol]: Fleet | undefined } // only this file knows the symbol
const FLEET = Symbol.for(`ensemble example: ${PROGRAM}`)
const fleet: Fleet = (shared[FLEET] ??= new Map<ServiceName, Promise<Service>>())

/** The service, started the first time somebody asks for it. Everything listens on loopback only. */
export const serviceOf = (name: ServiceName): Promise<Service> => {
  const known = fleet.get(name)
  if (known !== undefined) return known
  const started = start(name)
  fleet.set(name, started)
  started.catch(() => fleet.delete(name))
  return started
}

/** Ends the process and starts another on the same port. */
export const restart = async (name: ServiceName): Promise<{ readonly before: Service; readonly after: Service }> => {
  const before = await serviceOf(name)
  await stop(before)
  const restarted = start(name, before)
  fleet.set(name, restarted)
  return { before, after: await restarted }
}

/** Ends every process that was started. They end with their host, too. */
export const stopAll = async (): Promise<void> => {
  const running = await Promise.allSettled(fleet.values())
  fleet.clear()
  await Promise.all(running.flatMap((service) => (service.status === 'fulfilled' ? [stop(service.value)] : [])))
}

export const isRunning = ({ process }: Service): boolean => process.exitCode === null && process.signalCode === null

const stop = async (service: Service): Promise<void> => {
  if (!isRunning(service)) return
  const ended = once(service.process, 'exit')
  service.process.kill()
  await ended
}

const start = async (name: ServiceName, before?: Service): Promise<Service> => {
  const database = name === 'orders-api' ? (await serviceOf('critical-db')).port : 0
  const log: string[] = [...(before?.log ?? [])]
  const child = fork(PROGRAM, [name, String(before?.port ?? 0), String(database)], { execArgv: [] })
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message: Said) => {
      if (message.line !== undefined) log.push(message.line)
      if (log.length > MOST_LINES) log.shift()
      if (message.port !== undefined) resolve(message.port)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} did not start: its process ended with code ${code}.`)))
  })
  // The service does not keep its host alive; it ends when the channel closes.
  child.channel?.unref()
  child.unref()
  const starts = (before?.starts ?? 0) + 1
  return { name, port, startedAt: Date.now(), pid: child.pid ?? null, process: child, starts, log }
}

/** The messages of services/service.mjs: one of these at a time. */
interface Said {
  readonly port?: number
  readonly line?: string
  readonly flushed?: true
}

/** The log with every line that was written before this call. */
export const logOf = async (service: Service): Promise<readonly string[]> => {
  const { process, log } = service
  if (!isRunning(service)) return log
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      process.off('message', listen)
      process.off('exit', settle)
      resolve()
    }
    const listen = (message: Said): void => {
      if (message.flushed) settle()
    }
    process.on('message', listen)
    process.once('exit', settle)
    process.send('flush', () => undefined)
  })
  return log
}
