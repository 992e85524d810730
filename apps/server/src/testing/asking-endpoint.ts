import { type Loopback, listenOnLoopback } from '@ensemble/core/testing'

/** The workspace of a model that asks back; `ENDPOINT` of its environment. */
export const ASKING_FILES = {
  'ensemble.json': '{ "version": 1, "name": "asking" }',
  'ideas/trip.json': JSON.stringify({
    description: 'Tells the weather.',
    config: { composition: { questions: true } },
    context: [{ type: 'text', role: 'user', text: 'Какая будет погода?' }],
    schema: { type: 'object', properties: { weather: { type: 'string' } }, required: ['weather'] },
  }),
}

/** A model server that asks which city is meant, in plain text, and repeats the reply. */
export const askingEndpoint = (): Promise<Loopback> =>
  listenOnLoopback(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer) // bytes, where no encoding was set
    const { messages = [] } = JSON.parse(Buffer.concat(pieces).toString() || '{}') as { messages?: readonly object[] }
    const hasCity = JSON.stringify(messages).includes('Осло')
    const content = hasCity ? JSON.stringify({ calls: [], output: { weather: 'дождь' } }) : 'В каком городе?'
    response.setHeader('content-type', 'text/event-stream')
    const send = (choice: object): void => void response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`)
    send({ index: 0, delta: { role: 'assistant', content }, finish_reason: null })
    send({ index: 0, delta: {}, finish_reason: 'stop' })
    response.end('data: [DONE]\n\n')
  })

export const asking = ({ origin }: Loopback): Readonly<Record<string, string>> => ({
  OPENAI_BASE_URL: `${origin}/v1`,
  ENSEMBLE_MODEL: 'asking',
})
