/** Weighted targets of a binding: an Activity's name, or `""` for latent (docs/contract/protocol.md#activities). */
export type BindingTarget = string | readonly { readonly to: string; readonly weight: number }[]
/** What stands behind a Tool, for every Idea or for some (docs/contract/protocol.md#activities). */
export type ToolBinding =
  BindingTarget | { readonly default?: BindingTarget; readonly ideas: { readonly [idea: string]: BindingTarget } }

/** One profile of the workspace's bindings. */
export interface Profile {
  readonly tools?: { readonly [tool: string]: ToolBinding }
  /** Swaps the implementation behind an authored Activity name. */
  readonly activities?: { readonly [activity: string]: string }
  readonly config?: import('./idea.ts').Config
  readonly missing?: 'latent' | 'error'
}
/** A profile that binds nothing. */
export const NO_PROFILE: Profile = {}
