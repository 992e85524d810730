/** The programs that an Idea is exported for, as the server names them. */
export const PROGRAMS = ['agents-sdk', 'langgraph', 'ai-sdk', 'mcp', 'openapi'] as const
export type Program = (typeof PROGRAMS)[number]
