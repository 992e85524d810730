interface Size {
  readonly tools: number
  /** Lines of the whole file, at least. */
  readonly lines: number
}

const LINES_PER_PARAMETER = 6
const LINES_PER_TOOL = 10

const parameter = (tool: number, index: number): object => ({
  type: 'string',
  minLength: 1,
  maxLength: 200 + index,
  description: `What part ${index} of step ${tool} is about, in a sentence a person would say`,
})

/** An Idea with many Tools, all sound, so that what is underlined is what was just typed. */
export function bigIdea({ tools, lines }: Size): string {
  const parameters = Math.ceil((lines / tools - LINES_PER_TOOL) / (LINES_PER_PARAMETER + 1))
  const names = Array.from({ length: parameters }, (_, index) => `part${index}`)
  const entries = Array.from({ length: tools }, (_, tool): [string, object] => [
    `step${tool}`,
    {
      type: 'object',
      description: `Carries out step ${tool} of the procedure number ${tool * 7} and reports what came of it`,
      properties: Object.fromEntries(names.map((name, index) => [name, parameter(tool, index)])),
      required: names,
    },
  ])
  const idea = {
    title: 'Big',
    description: 'Carries out a long procedure step by step.',
    context: [{ type: 'tool', tool: Object.fromEntries(entries) }],
  }
  return `${JSON.stringify(idea, null, 2)}\n`
}
