/** Weighted targets of a binding: an Activity's name, or `""` for latent (docs/contract/protocol.md#activities). */
export type BindingTarget = string | readonly { readonly to: string; readonly weight: number }[]
/**
 * The unit that keeps its arm under weights: each Run draws (default), equal inputs share, or all Runs of the same Idea
 * share.
 */
export type DrawnPer = 'run' | 'input' | 'idea'
/** Targets that a Run chooses among: an Activity's name, or `""` for latent, each with its share of 1. */
export interface DrawnArms {
  readonly per: DrawnPer
  readonly arms: readonly { readonly to: string; readonly share: number }[]
}
/** The binding of a Tool where a target alone does not say it all. */
export interface DetailedBinding {
  readonly default?: BindingTarget
  /** By the name of the Idea that calls. */
  readonly ideas?: { readonly [idea: string]: BindingTarget }
  /** `run` where absent. */
  readonly per?: DrawnPer
}
/** The worker of a Tool, for every Idea or for some (docs/contract/protocol.md#activities). */
export type ToolBinding = BindingTarget | DetailedBinding

/** One profile of the workspace's bindings. */
export interface Profile {
  readonly tools?: { readonly [tool: string]: ToolBinding }
  /** Swaps the implementation behind an Activity's name, whether a Tool names it, is bound to it or shares its name. */
  readonly activities?: { readonly [activity: string]: string }
  readonly config?: import('./idea.ts').Config
  readonly missing?: 'latent' | 'error'
}
/** The profile of a recorded Run: earlier versions swapped only behind names that a Tool's author wrote. */
export type RunProfile = Profile & { readonly swapsAuthoredOnly?: boolean }
/** A profile that binds nothing. */
export const NO_PROFILE: Profile = {}

/** A binding's parts, whichever way it is written. */
export const detailsOf = (binding: ToolBinding): DetailedBinding =>
  typeof binding === 'string' || Array.isArray(binding)
    ? { default: binding as BindingTarget } // Array.isArray does not narrow readonly arrays
    : (binding as DetailedBinding) // as above
