import type { Scene, Sound } from 'phaser'

/** Notes of a pentatonic scale. A longer row of sparks plays higher notes. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21]
const ROOT_HZ = 330

export interface Sounds {
  caught(combo: number): void
  drenched(): void
  discharged(): void
  over(): void
}

/**
 * The sounds are made by oscillators that go through Phaser's master volume, so that muting the game mutes them too.
 */
export function makeSounds({ sound }: Scene): Sounds {
  const manager = sound as Partial<Sound.WebAudioSoundManager>
  const tone = (
    hz: number,
    seconds: number,
    type: OscillatorType,
    loudness: number,
    toHz = hz,
    delay = 0,
  ) => {
    const { context, destination } = manager
    if (!context || !destination || context.state !== 'running') return
    const from = context.currentTime + delay
    const oscillator = new OscillatorNode(context, { type, frequency: hz })
    const volume = new GainNode(context, { gain: 0 })
    oscillator.frequency.exponentialRampToValueAtTime(toHz, from + seconds)
    volume.gain.setValueAtTime(loudness, from)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + seconds)
    oscillator.connect(volume).connect(destination)
    oscillator.start(from)
    oscillator.stop(from + seconds)
  }
  const note = (step: number) => ROOT_HZ * 2 ** ((SCALE[Math.min(step, SCALE.length - 1)] ?? 0) / 12)
  return {
    caught: (combo) => tone(note(combo - 1), 0.18, 'triangle', 0.25),
    drenched: () => tone(160, 0.25, 'sine', 0.3, 60),
    discharged: () => tone(90, 0.5, 'sawtooth', 0.16, 1400),
    over: () => {
      for (const [step, delay] of [
        [5, 0],
        [3, 0.16],
        [0, 0.32],
      ] as const)
        tone(note(step), 0.35, 'triangle', 0.25, note(step), delay)
    },
  }
}
