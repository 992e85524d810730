import {
  createActivityRegistry,
  createExecutor,
  type Journal,
  type LoadedIdea,
  NO_PROFILE,
  systemClock,
} from '@ensemble/core'
import { createValidator } from '@ensemble/core/validate'
import { SHAPES, instructions, parametersOf, toolDescription, toolName, work } from '../workloads.mjs'
import { createBenchModel } from './bench-model.ts'

/** One Idea on its own executor, over any Journal: `Agent.Loop` with a Journal to choose and inspect. */
export const createWithJournal = (
  baseUrl: string,
  createJournal: () => Journal,
  look: (journal: Journal, run: string) => Promise<unknown> = async () => undefined,
) => {
  const model = createBenchModel(baseUrl)
  const activities = createActivityRegistry()
  activities.register(toolName(0), async (call) => work(call))
  const validator = createValidator()

  return {
    prepare(workload: string) {
      const { tools } = SHAPES[workload] ?? { tools: 0 }
      const tool = Object.fromEntries(
        Array.from({ length: tools }, (_, index) => [
          toolName(index),
          { ...parametersOf(index, tools), description: toolDescription(index), ...(index > 0 && { _activity: '' }) },
        ]),
      )
      const idea: LoadedIdea = {
        address: 'idea://bench',
        idea: {
          config: { limits: { turns: 50 } },
          context: [
            { type: 'tool', tool },
            { type: 'text', role: 'system', text: instructions(workload) },
            { type: 'text', role: 'user', text: 'Look the records up.' },
          ],
        },
        tools: {},
        hash: '',
      }
      return async () => {
        let ended: unknown
        const journal = createJournal()
        const executor = createExecutor({
          journal,
          models: () => model,
          ideas: { resolve: async () => idea },
          activity: activities.get,
          profile: () => NO_PROFILE,
          defaultProfile: '',
          validator,
          clock: systemClock,
          newId: () => 'run',
          artifacts: { put: async () => '', get: async () => undefined },
          engine: 'bench',
          onOutput: (_, output) => (ended = output),
        })
        const { id } = await executor.start({ idea: idea.address })
        await executor.stands(id)
        await look(journal, id)
        return ended
      }
    },
  }
}
