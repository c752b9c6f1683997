import type { Scene, Sound } from 'phaser'

/** Notes of a pentatonic scale. A longer row of sparks plays higher notes. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21]
const ROOT_HZ = 330

/**
 * The sounds are made by oscillators that go through Phaser's master volume, so that muting the game mutes them too.
 */
export function makeSounds({ sound }: Scene) {
  const manager = sound as Partial<Sound.WebAudioSoundManager>
  const tone = (hz: number, seconds: number, toHz = hz) => {
    const { context, destination } = manager
    if (!context || !destination || context.state !== 'running') return
    const end = context.currentTime + seconds
    const oscillator = new OscillatorNode(context, { type: 'triangle', frequency: hz })
    const volume = new GainNode(context, { gain: 0.25 })
    oscillator.frequency.exponentialRampToValueAtTime(toHz, end)
    volume.gain.exponentialRampToValueAtTime(0.0001, end)
    oscillator.connect(volume).connect(destination)
    oscillator.start()
    oscillator.stop(end)
  }
  return {
    caught: (combo: number) => tone(ROOT_HZ * 2 ** ((SCALE[combo - 1] ?? 24) / 12), 0.18),
    drenched: () => tone(160, 0.25, 60),
    over: () => tone(660, 0.8, 220),
  }
}

export type Sounds = ReturnType<typeof makeSounds>
