import { ModelError } from '@ensemble/core'

/** The parts of the package node-llama-cpp that are used here, in its own names. */
export interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>
  createGrammarForJsonSchema(schema: object): Promise<object>
}

export interface LlamaModel {
  readonly tokenizer: object
  /** Tokens of the longest text that it was trained with. */
  readonly trainContextSize: number
  createContext(options: {
    readonly contextSize: { readonly max: number }
    readonly sequences: number
  }): Promise<LlamaContext>
}

export interface LlamaContext {
  /** Tokens of a question and its answer together. */
  readonly contextSize: number
  getSequence(): LlamaSequence
}

export interface LlamaSequence {
  readonly tokenMeter: { readonly usedInputTokens: number; readonly usedOutputTokens: number }
}

export type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] }

export interface ResponseOptions {
  readonly signal: AbortSignal
  readonly onResponseChunk: (chunk: { readonly text: string; readonly segmentType?: string | undefined }) => void
  readonly grammar?: object
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly seed?: number
  readonly customStopTriggers?: readonly string[]
  readonly repeatPenalty: false
}

export interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(state: { readonly chatHistory: readonly ChatItem[] }): {
      readonly contextText: { tokenize(tokenizer: object): readonly unknown[] }
    }
  }
  generateResponse(
    history: readonly ChatItem[],
    options: ResponseOptions,
  ): Promise<{ readonly metadata: { readonly stopReason: string } }>
}

export interface LlamaPackage {
  getLlama(options: { readonly build: 'never'; readonly logLevel: 'error' }): Promise<Llama>
  readonly LlamaChat: new (options: { readonly contextSequence: LlamaSequence }) => LlamaChat
}

const NAME = 'node-llama-cpp'

/** Loads the optional package. Throws ModelError `model.option` if it is not installed. */
export const loadLlamaPackage = async (): Promise<LlamaPackage> => {
  try {
    return (await import(NAME)) as LlamaPackage // by its documentation
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing || !error.message.includes(NAME)) throw error
    throw new ModelError(
      'model.option',
      `A model in a file needs the package ${NAME}, which is not installed. Install it next to ensemble: npm install ${NAME}@3`,
      { retryable: false },
    )
  }
}
