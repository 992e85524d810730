/** The same answer; `done` is called once, when a stream of events ends or its reader leaves, else at once. */
export const whenRead = (response: Response, done: () => void): Response => {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream || response.body === null) {
    done()
    return response
  }
  const reader = response.body.getReader()
  let isDone = false
  const finish = (): void => {
    if (isDone) return
    isDone = true
    done()
  }
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const piece = await reader.read()
        if (!piece.done) return controller.enqueue(piece.value)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      finish()
    },
    cancel: async (reason) => {
      finish()
      await reader.cancel(reason)
    },
  })
  return new Response(body, response)
}
