import { createParser, type EventSourceParser } from 'eventsource-parser'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { drain, LONGEST_TEXT, OVER, tooLong, type Piece } from './answer-body.ts'
import type { Deadlines } from './deadlines.ts'
import type { Pieces } from './deltas.ts'
import type { AnswerReader } from './door.ts'
import type { ModelDelta } from './model.ts'
import { createUtf8Decoder } from './utf8-decoder.ts'

/** A body of which the first piece was looked at. */
interface Begun {
  readonly pieces: AsyncIterator<Uint8Array>
  readonly first: Piece
  /** The error that an error event becomes. */
  readonly toFailure: (error: JsonObject) => unknown
}

/** The events of a streamed body. What comes after the finish (usage) is waited for, but nothing there can spoil the answer. */
export class EventPieces implements Pieces {
  readonly #reader: AnswerReader
  readonly #deadlines: Deadlines
  readonly #toFailure: Begun['toFailure']
  readonly #decode = createUtf8Decoder()
  #parser: EventSourceParser | undefined
  #body: AsyncIterator<Uint8Array> | undefined
  #first: Piece | undefined
  #deltas: ModelDelta[] = []
  #isDone = false
  #fault: { readonly error: unknown } | undefined
  #hasEnded = false

  constructor({ pieces, first, toFailure }: Begun, reader: AnswerReader, deadlines: Deadlines) {
    this.#body = pieces
    this.#first = first
    this.#toFailure = toFailure
    this.#reader = reader
    this.#deadlines = deadlines
    this.#parser = createParser({ onEvent: ({ data }) => this.#read(data) })
  }

  async next(): Promise<Iterable<ModelDelta> | undefined> {
    if (this.#fault === undefined)
      try {
        // Runs until a message is complete, or the end.
        while (this.#deltas.length === 0 && !this.#isDone) this.#take(await this.#nextPiece())
      } catch (error) {
        // Complete pieces before the fault count.
        this.#fault = { error }
      }
    if (this.#deltas.length > 0) return this.#deltas.splice(0)
    if (this.#fault !== undefined && (!this.#reader.finished || this.#deadlines.aborted)) throw this.#fault.error
    if (this.#hasEnded) return undefined
    this.#hasEnded = true
    return this.#reader.end()
  }

  cancel(): void {
    const body = this.#body
    // Remaining references keep no more than this alive.
    this.#body = undefined
    this.#parser = undefined
    if (body === undefined) return
    // Not awaited: a stalled body would block.
    void (this.#isDone ? drain(body) : body.return?.())?.catch(() => undefined)
  }

  #read(data: string): void {
    this.#isDone ||= data.startsWith('[DONE]')
    if (!this.#isDone && data !== '') this.#reader.read(this.#event(data), this.#deltas)
  }

  #event(data: string): Json {
    if (data.length > LONGEST_TEXT) throw tooLong(data.length)
    const event = JSON.parse(data) as Json // JSON.parse yields Json
    if (isObject(event) && event.error !== undefined && event.error !== null)
      throw this.#toFailure(toObject(event.error))
    return event
  }

  #take(piece: Piece): void {
    this.#isDone ||= piece.done === true
    if (piece.done) this.#parser?.reset({ consume: true })
    else this.#parser?.feed(this.#decode(piece.value))
  }

  #nextPiece(): Piece | Promise<Piece> {
    const piece = this.#first ?? (this.#body ? this.#deadlines.race(this.#body.next()) : OVER)
    this.#first = undefined
    return piece
  }
}

const toObject = (error: Json): JsonObject => (isObject(error) ? error : { message: String(error) })
