/** The parts of the API's shapes that the browser tests read. */
export interface RunView {
  readonly id: string
  readonly status: string
  readonly output?: unknown
  readonly error?: { readonly code: string; readonly message: string }
  readonly model: string
  readonly head: { readonly seq: number }
}

export interface Artifact {
  readonly $artifact: string
  readonly type: string
  readonly bytes: number
}

async function answerOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  // The shapes above are what docs/contract/api.md promises; a test that reads them wrongly fails.
  return (await response.json()) as T
}

/** As a program on this machine does: without a token or an origin. */
export const getJson = async <T>(url: string): Promise<T> => answerOf(await fetch(url))

export const postJson = async <T>(url: string, body: unknown): Promise<T> =>
  answerOf(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

/** The Run once it has ended or is waiting. */
export async function settled(url: string, id: string): Promise<RunView> {
  for (;;) {
    const run = await getJson<RunView>(`${url}/api/runs/${id}`)
    if (run.status !== 'running' && run.status !== 'queued') return run
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
