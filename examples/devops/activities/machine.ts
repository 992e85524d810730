import type { ActivityContext } from '@ensemble/core'
import { statfs } from 'node:fs/promises'
import { isRunning, logOf, restart, serviceOf, type ServiceName } from './fleet/fleet.ts'
import { rounded } from './fleet/loopback.ts'

interface OfService {
  readonly service: ServiceName
}

export const check_service_status = async ({ service }: OfService) => {
  const found = await serviceOf(service)
  const uptimeSeconds = rounded((Date.now() - found.startedAt) / 1000, 1)
  const ok = isRunning(found)
  return {
    service,
    status: ok ? 'running' : 'stopped',
    pid: ok ? found.pid : null,
    uptimeSeconds: ok ? uptimeSeconds : 0,
    starts: found.starts,
    ok,
    summary: ok
      ? `${service} is running for ${uptimeSeconds} seconds (process ${found.pid}).`
      : `${service} is stopped; it was started ${found.starts} times.`,
  }
}

export const read_logs = async ({ service, lines }: OfService & { readonly lines: number }) => {
  const log = await logOf(await serviceOf(service))
  const read = log.slice(-lines)
  const errors = read.filter((line) => / ERROR /.test(line)).length
  const last = read.at(-1) ?? 'nothing yet'
  return {
    service,
    lines: read,
    errors,
    ok: errors === 0,
    summary: `${read.length} ${read.length === 1 ? 'line' : 'lines'} of ${service}, ${errors} of them errors; the last one: ${last}`,
  }
}

/** WARNING: this causes downtime, of a real process. */
export const restart_service = async ({ service }: OfService, { log }: ActivityContext) => {
  log(`stopping ${service}`, 'warn')
  const stoppedAt = Date.now()
  const { before, after } = await restart(service)
  const downtimeMs = Math.max(0, after.startedAt - stoppedAt)
  return {
    service,
    pidBefore: before.pid,
    pid: after.pid,
    downtimeMs,
    ok: isRunning(after),
    summary: `${service} was restarted and was away for ${downtimeMs} ms (process ${before.pid} → ${after.pid}).`,
  }
}

const GIGABYTE = 1024 ** 3
const NEARLY_FULL = 90

export const check_disk_usage = async ({ path }: { readonly path: string }) => {
  const { blocks, bfree, bavail, bsize } = await statfs(path)
  // As `df` counts it: what is kept for the system is neither used nor free.
  const used = blocks - bfree
  const usedPercent = used + bavail === 0 ? 0 : rounded((100 * used) / (used + bavail), 1)
  const freeGigabytes = rounded((bavail * bsize) / GIGABYTE, 1)
  const totalGigabytes = rounded((blocks * bsize) / GIGABYTE, 1)
  return {
    path,
    usedPercent,
    freeGigabytes,
    totalGigabytes,
    ok: usedPercent < NEARLY_FULL,
    summary: `The disk of ${path} is ${usedPercent} % full: ${freeGigabytes} of ${totalGigabytes} GB are free.`,
  }
}
