import type { WatchState } from '@leyden/core'

/** A public state and the number of the event that led to it; 0 is the beginning. */
export interface HistoryEntry<State extends WatchState = WatchState> {
  seq: number
  state: State
  /** No later state follows that a page could wait for. */
  final: boolean
}
