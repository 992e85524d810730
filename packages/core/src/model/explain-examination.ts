import type { Examination } from './examine.ts'
import { isProviderApi } from './model.ts'

/** The meaning of an examination for runs, in words for people. */
export interface Finding {
  readonly level: 'works' | 'limited' | 'fails'
  readonly about: 'answers' | 'outputs' | 'strict' | 'tools' | 'parallel calls' | 'streaming' | 'usage' | 'API'
  readonly sentence: string
}

type Said = readonly [level: Finding['level'], sentence: string]
type Tried = Omit<Examination, 'model' | 'endpoint' | 'simulated'>

/** One sentence for each thing that was tried, in order of weight. */
export const explainExamination = (tried: Tried): readonly Finding[] =>
  Object.entries(EXPLAINED).map(([about, explain]) => {
    const [level, sentence] = explain(tried)
    return { level, about: about as Finding['about'], sentence } // the keys of EXPLAINED
  })

/** In order of weight. */
const EXPLAINED: { readonly [A in Finding['about']]: (tried: Tried) => Said } = {
  answers: ({ capabilities: { structured, tools } }) =>
    structured || tools
      ? ['works', 'Ideas with Tools and an output schema will run.']
      : [
          'fails',
          'The model neither keeps to a schema nor calls functions. Ideas that answer in plain text will run; those with Tools mostly will not.',
        ],
  outputs: ({ capabilities: { structured, tools } }) => {
    if (structured) return ['works', 'Answers keep to the schema of an Idea.']
    if (!tools) return ['fails', 'Answers do not keep to a schema.']
    return [
      'limited',
      'Answers do not keep to a schema, so Calls travel as native functions (the tools wire) and a wrong output is asked for again.',
    ]
  },
  strict: ({ capabilities: { strict, keywords = [] } }) =>
    strict
      ? [
          'works',
          keywords.length === 0
            ? 'The endpoint enforces the schema, so that malformed Calls are rare.'
            : `The endpoint enforces the schema, so that malformed Calls are rare; also ${keywords.join(', ')}.`,
        ]
      : ['limited', 'The endpoint does not enforce the schema: now and then a Call is refused and made again.'],
  tools: ({ capabilities: { structured, tools } }) => {
    if (tools) return ['works', 'Native function calling works, as the second way to ask.']
    return structured
      ? ['limited', 'There is no native function calling; Calls travel in structured answers instead.']
      : ['fails', 'There is no native function calling.']
  },
  'parallel calls': ({ capabilities: { structured }, parallelCalls }) => {
    if (parallelCalls) return ['works', 'Several functions are called in one answer.']
    return structured
      ? ['limited', 'Native functions are called one at a time; structured answers still hold several Calls.']
      : ['limited', 'One Call is made at a time, so that a run takes more turns.']
  },
  streaming: ({ capabilities: { streams }, streaming }) => {
    if (streams === false)
      return [
        'limited',
        'What the model calls or fills in is lost when the endpoint streams, so answers are asked for whole: a Call starts only when the model is done.',
      ]
    return streaming
      ? ['works', 'Answers stream, so that Calls start while the model still writes.']
      : ['limited', 'Answers come whole: nothing moves until the model is done, and a Call starts only then.']
  },
  usage: ({ usage }) =>
    usage
      ? ['works', 'Tokens are counted by the endpoint.']
      : [
          'limited',
          'The endpoint does not say how many tokens it took; they are estimated, and so are costs and limits.',
        ],
  API: ({ capabilities: { api }, reasoning }) => {
    if (isProviderApi(api))
      return [
        'works',
        reasoning === true
          ? 'The model is asked through its provider’s own API and gets its own reasoning back with the next turn.'
          : 'The model is asked through its provider’s own API.',
      ]
    if (api !== 'responses') return ['works', 'The model is asked through Chat Completions.']
    return reasoning === true
      ? ['works', 'The model is asked through the Responses API and gets its own reasoning back with the next turn.']
      : ['works', 'The model is asked through the Responses API, which does more here.']
  },
}

/** The findings in one word: whether Ideas run at all, and whether anything about that is less than it could be. */
export const verdictOf = (findings: readonly Finding[]): Finding['level'] => {
  if (findings.some(({ about, level }) => about === 'answers' && level === 'fails')) return 'fails'
  return findings.every(({ level }) => level === 'works') ? 'works' : 'limited'
}
