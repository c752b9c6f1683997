import Phaser from 'phaser'
import { readControls, type Wish } from '../controls/controls.js'
import { newRound, play, type Round, type RoundEvent, sparkEveryMs } from '../round/round.js'
import { makeSounds, type Sounds } from '../sound/sounds.js'
import { drawScoreboard, type Scoreboard } from './scoreboard.js'
import { drawSky, drawTextures } from './textures.js'

export const WIDTH = 800
export const HEIGHT = 450

const SPEED = 330
const DROP_EVERY_MS = 900
const DISCHARGE_REACH = 260

type Falling = Phaser.Physics.Arcade.Image

/** The jar, the sparks, the rain. The rules are in `round.ts`; the scene draws and detects collisions. */
export class RoundScene extends Phaser.Scene {
  #round: Round = newRound()
  #jar?: Phaser.Physics.Arcade.Image
  #sparks?: Phaser.Physics.Arcade.Group
  #drops?: Phaser.Physics.Arcade.Group
  #glints?: Phaser.GameObjects.Particles.ParticleEmitter
  #board?: Scoreboard
  #sounds?: Sounds
  #wish?: () => Wish
  #sparkInMs = 0
  #dropInMs = 0

  constructor() {
    super('round')
  }

  /** For the page around the game, and for tests. */
  get round(): Round {
    return this.#round
  }

  create(): void {
    drawTextures(this)
    drawSky(this, WIDTH, HEIGHT)
    for (const [x, y, scale] of [
      [130, 46, 1],
      [420, 30, 1.3],
      [680, 52, 0.9],
    ] as const)
      this.add.image(x, y, 'cloud').setScale(scale)

    this.#sparks = this.physics.add.group()
    this.#drops = this.physics.add.group()
    this.#glints = this.add.particles(0, 0, 'glint', {
      speed: { min: 60, max: 200 },
      scale: { start: 0.9, end: 0 },
      lifespan: 420,
      emitting: false,
    })
    const jar = this.physics.add.image(WIDTH / 2, HEIGHT - 60, 'jar').setCollideWorldBounds(true)
    jar.body?.setSize(44, 60)
    this.#jar = jar
    this.physics.add.overlap(jar, this.#sparks, (_jar, spark) => this.#catch(spark as Falling))
    this.physics.add.overlap(jar, this.#drops, (_jar, drop) => this.#drench(drop as Falling))
    this.#board = drawScoreboard(this, WIDTH, HEIGHT)
    this.#sounds = makeSounds(this)
    this.#wish = readControls(this, jar)
    this.input.on('pointerdown', () => this.#tell({ type: 'started' }))
    this.#board.show(this.#round)
  }

  override update(_now: number, deltaMs: number): void {
    const wish = this.#wish?.()
    const jar = this.#jar
    if (!wish || !jar) return
    if (this.#round.status !== 'running') {
      jar.setVelocity(0, 0)
      if (wish.start) this.#tell({ type: 'started' })
      return
    }
    const { x, y } = new Phaser.Math.Vector2(wish.x, wish.y).limit(1)
    jar.setVelocity(x * SPEED, y * SPEED).setAngle(x * 8)
    jar.y = Math.max(jar.y, HEIGHT * 0.45)
    if (wish.discharge && this.#round.charge === 1) this.#discharge(jar)

    this.#sparkInMs -= deltaMs
    if (this.#sparkInMs <= 0) {
      this.#sparkInMs = sparkEveryMs(this.#round.leftMs)
      this.#drop(this.#sparks, 'spark', 110, 190)
    }
    this.#dropInMs -= deltaMs
    if (this.#dropInMs <= 0) {
      this.#dropInMs = DROP_EVERY_MS
      this.#drop(this.#drops, 'drop', 210, 300)
    }
    for (const group of [this.#sparks, this.#drops])
      for (const fallen of group?.getChildren() ?? [])
        if ((fallen as Falling).y > HEIGHT + 20) fallen.destroy()
    this.#tell({ type: 'passed', ms: deltaMs })
  }

  #drop(group: Phaser.Physics.Arcade.Group | undefined, texture: string, slow: number, fast: number): void {
    const falling: Falling | undefined = group?.create(Phaser.Math.Between(30, WIDTH - 30), 60, texture)
    falling?.setVelocity(Phaser.Math.Between(-40, 40), Phaser.Math.Between(slow, fast))
  }

  #catch(spark: Falling): void {
    this.#glints?.explode(8, spark.x, spark.y)
    spark.destroy()
    this.#tell({ type: 'caught' })
    this.#sounds?.caught(this.#round.combo)
  }

  #drench(drop: Falling): void {
    drop.destroy()
    this.cameras.main.shake(90, 0.004)
    this.#tell({ type: 'drenched' })
    this.#sounds?.drenched()
  }

  /** A full jar draws every spark around it. */
  #discharge(jar: Phaser.Physics.Arcade.Image): void {
    this.#tell({ type: 'discharged' })
    this.#sounds?.discharged()
    this.cameras.main.flash(120, 255, 220, 140)
    for (const spark of this.#sparks?.getChildren() ?? []) {
      const { x, y } = spark as Falling
      if (Phaser.Math.Distance.Between(x, y, jar.x, jar.y) < DISCHARGE_REACH)
        this.physics.moveTo(spark, jar.x, jar.y, 600)
    }
  }

  #tell(event: RoundEvent): void {
    const before = this.#round
    this.#round = play(before, event)
    if (before.status !== this.#round.status) {
      this.#sparks?.clear(true, true)
      this.#drops?.clear(true, true)
      if (this.#round.status === 'over') this.#sounds?.over()
    }
    if (before !== this.#round) this.#board?.show(this.#round)
  }
}
