import type { WatchState } from '@leyden/core'

/** A public state and the number of the event that led to it; 0 for the initial state. */
export interface HistoryEntry<State extends WatchState = WatchState> {
  seq: number
  state: State
  /** Whether no later state follows. */
  final: boolean
}
