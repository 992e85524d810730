import type { AgentProgram, ProgramAgent, ProgramTool } from '../agents-sdk/model.ts'
import type { Source } from '../read-source.ts'

/** A node of a graph that asks no model. */
export interface OtherNode {
  readonly name: string
  readonly line: number
}

export interface LangGraphProgram {
  readonly program: AgentProgram
  readonly others: readonly OtherNode[]
  /** Tools that no agent of the file uses. */
  readonly unused: readonly ProgramTool[]
}

/** A node as a program adds it to a graph, in the order of the text. */
export interface AddedNode extends OtherNode {
  /** The variable of an agent made elsewhere in the file. */
  readonly variable: string
  /** Whether the node is a list of tools or a graph of other nodes. */
  readonly isPart: boolean
  /** The agent that its function is. */
  readonly agent: () => ProgramAgent | undefined
}

/** The agents that a program makes, those that its nodes are, and the order of the nodes. */
export const assembled = (
  source: Source,
  made: readonly ProgramAgent[],
  nodes: readonly AddedNode[],
  tools: (used: ReadonlySet<string>) => readonly ProgramTool[],
): LangGraphProgram => {
  const agents = [...made]
  const others: OtherNode[] = []
  const steps: AgentProgram['steps'][number][] = []
  for (const { name, variable, line, isPart, agent } of nodes) {
    const own = agents.find((one) => one.variable === variable) ?? agent()
    if (own === undefined) {
      if (!isPart) others.push({ name, line })
      continue
    }
    if (agents.every((one) => one.variable !== own.variable)) agents.push(own)
    steps.push({ variable: own.variable, line, conditions: [] })
  }
  const used = new Set(agents.flatMap((agent) => agent.tools.map(({ variable }) => variable)))
  const found = tools(used)
  return {
    program: { source, title: undefined, agents, tools: found, servers: [], steps, state: undefined, parts: [] },
    others,
    unused: found.filter(({ variable }) => !used.has(variable)),
  }
}
