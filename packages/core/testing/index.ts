/** Tools for tests of a Journal, a Model or an Idea with Vitest: the Journal suite, scripted worlds, the simulation. */
export { completedEvent, createdEvent, loggedEvent } from './test-events.ts'
export type { Loopback } from './loopback.ts'
export { listenOnLoopback } from './loopback.ts'
export { journalContract } from './journal-contract.ts'
export type { Simulated, SimulatedRange } from './simulation/simulate.ts'
export { simulate, simulateRange } from './simulation/simulate.ts'
export type { Script, Scripted, TestOptions, TestWorld } from './test-run.ts'
export { createScriptedModel, createTestWorld, resumeIn } from './test-run.ts'
