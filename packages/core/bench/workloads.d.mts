import type { Json, JsonObject } from '@ensemble/core'

export interface Shape {
  readonly turns: number
  readonly calls: number
  readonly tools: number
  readonly stream: boolean
  readonly latencyMs: number
}
export declare const SHAPES: Readonly<Record<string, Shape>>
export declare const DEPTH: number
export declare function parametersOf(index: number, count: number): JsonObject
export declare function toolName(index: number): string
export declare function toolDescription(index: number): string
export declare function executionsOf(workload: string): number
export declare function work(call: JsonObject): Json
export declare function instructions(workload: string, level?: number): string
