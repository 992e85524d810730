import { describe, expect, it } from 'vitest'
import { createPacker } from './packer.ts'

/** A client that takes a message only on demand. */
const slowClient = () => {
  const messages: (readonly number[])[] = []
  const takes: (() => void)[] = []
  const deliver = (values: readonly number[]): Promise<void> => {
    messages.push(values)
    return new Promise((resolve) => takes.push(resolve))
  }
  return { messages, takes, deliver }
}

describe('values for a client that takes them', () => {
  it('at once are handed over together, in their order', async () => {
    const messages: (readonly number[])[] = []
    const packer = createPacker<number>(1, async (values) => void messages.push(values))
    await Promise.all([1, 2, 3].map(packer.push))
    await expect.poll(() => messages).toEqual([[1, 2, 3]])
    await packer.push(4)
    await packer.flush()
    expect(messages).toEqual([[1, 2, 3], [4]])
    await packer.flush()
    expect(messages).toHaveLength(2)
  })

  it("slow messages wait in one, and the source's reader waits when there are many", async () => {
    const client = slowClient()
    const packer = createPacker<number>(0, client.deliver)
    let read = 0
    const reading = (async () => {
      for (; read < 5000; read++) {
        await packer.push(read)
        // As a Journal that is read from the disk: a turn for each.
        if (read % 10 === 0) await new Promise((resolve) => setTimeout(resolve))
      }
      await packer.flush()
    })()
    await expect.poll(() => read).toBeGreaterThan(500)
    // Each tenth read takes a turn of the event loop; a reader that pauses for fifty turns waits.
    for (let [before, still] = [-1, 0]; still < 50; before = read) {
      await new Promise((resolve) => setTimeout(resolve))
      still = read === before ? still + 1 : 0
    }
    expect(read).toBeLessThan(2000)
    expect(client.messages).toHaveLength(1)
    while (read < 5000) {
      client.takes.shift()?.()
      await new Promise((resolve) => setTimeout(resolve))
    }
    client.takes.shift()?.()
    await expect.poll(() => client.messages.flat().length).toBe(5000)
    client.takes.shift()?.()
    await reading
    expect(client.messages.flat()).toEqual(Array.from({ length: 5000 }, (_, index) => index))
  })
})
