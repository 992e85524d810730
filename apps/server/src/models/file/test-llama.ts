import type { ChatItem, LlamaPackage, LlamaSequence, ResponseOptions } from './llama.ts'

export interface Asked extends ResponseOptions {
  readonly history: readonly ChatItem[]
}

interface Counting {
  tokenMeter: LlamaSequence['tokenMeter']
}

interface TestLlamaOptions {
  /** One token a character of the question. */
  readonly contextSize?: number
  readonly stopReason?: string
  /** The answer's pieces; those with a segment are thoughts. */
  readonly answer?: readonly { readonly text: string; readonly segmentType?: string }[]
  /** Called before the answer's end. */
  readonly meanwhile?: (options: ResponseOptions) => Promise<void>
}

/** The shape of node-llama-cpp that the adapter relies on, with a scripted answer; `npm run file-model` asks the package. */
export const testLlama = (options: TestLlamaOptions = {}) => {
  const { contextSize = 1000, stopReason = 'eogToken', answer = [{ text: '{}' }], meanwhile } = options
  const asked: Asked[] = []
  const loaded: string[] = []
  const grammars: object[] = []
  class LlamaChat {
    readonly #sequence: Counting
    readonly chatWrapper = {
      generateContextState: ({ chatHistory }: { readonly chatHistory: readonly ChatItem[] }) => ({
        contextText: { tokenize: () => chatHistory.flatMap((item) => [...('text' in item ? item.text : '')]) },
      }),
    }
    constructor({ contextSequence }: { readonly contextSequence: LlamaSequence }) {
      this.#sequence = contextSequence as Counting // made below
    }
    async generateResponse(history: readonly ChatItem[], given: ResponseOptions) {
      asked.push({ ...given, history })
      for (const chunk of answer) given.onResponseChunk(chunk)
      await meanwhile?.(given)
      given.signal.throwIfAborted()
      const { usedInputTokens, usedOutputTokens } = this.#sequence.tokenMeter
      this.#sequence.tokenMeter = { usedInputTokens: usedInputTokens + 7, usedOutputTokens: usedOutputTokens + 3 }
      return { metadata: { stopReason } }
    }
  }
  const llama = {
    loadModel: async ({ modelPath }: { readonly modelPath: string }) => {
      loaded.push(modelPath)
      return {
        trainContextSize: 100_000,
        tokenizer: {},
        createContext: async () => ({
          contextSize,
          getSequence: () => ({ tokenMeter: { usedInputTokens: 0, usedOutputTokens: 0 } }),
        }),
      }
    },
    createGrammarForJsonSchema: async (schema: object) => {
      grammars.push(schema)
      return { schema }
    },
  }
  const llamaPackage: LlamaPackage = { getLlama: async () => llama, LlamaChat }
  return { load: async () => llamaPackage, asked, loaded, grammars }
}
