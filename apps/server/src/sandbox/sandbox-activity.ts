import type { ActivityContext, JsonObject, RegisteredActivity } from '@ensemble/core'
import { sha256Text } from '@ensemble/core/host'
import type { Sandbox } from './sandbox.ts'

export const SANDBOX_SUFFIX = '.sandbox.js'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/** `activities/NAME.sandbox.js` as an Activity (docs/sandboxed-activities.md). */
export const createSandboxActivity = (name: string, code: string, sandbox: Sandbox): RegisteredActivity => ({
  name,
  options: {},
  hash: sha256Text(code),
  run: (call: JsonObject, { tool, imports, state, attempt, idempotencyKey, signal, log, progress }: ActivityContext) =>
    sandbox.run(
      {
        file: `${name}${SANDBOX_SUFFIX}`,
        code,
        call,
        context: { tool: tool.name, imports, state, attempt, idempotencyKey },
      },
      {
        signal,
        onLog: (text, level) =>
          log(
            text,
            LEVELS.find((one) => one === level),
          ),
        onProgress: progress,
      },
    ),
})
