import { during } from './drive.ts'
import type { SimulatedWorld } from './world.ts'

/** What a replay of the Run finds other than recorded, as a sentence. */
export async function brokenReplay(world: SimulatedWorld, id: string): Promise<string | undefined> {
  const booted = world.boot({ faultless: true, effectless: true })
  let found: string | undefined
  await during(world, booted, async ({ executor }) => {
    const report = await executor.replay(id)
    if (!report.identical) found = `the replay of ${id} diverges: ${JSON.stringify(report.divergence)}`
  })
  return found
}
