import Phaser from 'phaser'
import { readControls } from '../controls/controls.js'
import { newRound, play, type Round, type RoundEvent, sparkEveryMs } from '../round/round.js'
import { makeSounds, type Sounds } from '../sound/sounds.js'
import { drawScoreboard, type Scoreboard } from './scoreboard.js'
import { drawSky, drawTextures } from './textures.js'

/** How the jar looks. */
export type JarLook = 'glass' | 'copper'

export const WIDTH = 800
export const HEIGHT = 450

const SPEED = 330
/** So near to a finger or a pressed mouse, which it runs after, the jar rests. In pixels of the game. */
const REACHED = 12
const DROP_EVERY_MS = 900
/** By then everything that falls has left the picture. */
const FALL_MS = 5_000

/** The jar, the sparks, the rain. The rules are in `round.ts`; the scene draws and detects collisions. */
export class RoundScene extends Phaser.Scene {
  #round: Round = newRound()
  #jar!: Phaser.Types.Physics.Arcade.ImageWithDynamicBody
  #sparks!: Phaser.Physics.Arcade.Group
  #drops!: Phaser.Physics.Arcade.Group
  #board!: Scoreboard
  #sounds!: Sounds
  #readWish!: ReturnType<typeof readControls>

  readonly #onPadButton: (button: number) => boolean
  #look: JarLook = 'glass'

  /** @param onPadButton gets the buttons of a gamepad first; returns whether it has used the button */
  constructor(onPadButton: (button: number) => boolean) {
    super('round')
    this.#onPadButton = onPadButton
  }

  /** For the page around the game, and for tests. */
  get round(): Round {
    return this.#round
  }

  get look(): JarLook {
    return this.#look
  }

  /** May be set before the scene is created. */
  set look(look: JarLook) {
    this.#look = look
    this.#jar?.setTexture(textureOf(look))
  }

  create(): void {
    drawTextures(this)
    drawSky(this, WIDTH, HEIGHT)
    this.#jar = this.physics.add.image(WIDTH / 2, HEIGHT - 60, textureOf(this.#look)).setBodySize(44, 60)
    this.#jar.setCollideWorldBounds(true)
    this.#sparks = this.physics.add.group()
    this.#drops = this.physics.add.group()
    this.#board = drawScoreboard(this, WIDTH, HEIGHT)
    this.#sounds = makeSounds(this)
    this.#readWish = readControls(this, this.#onPadButton)
    this.physics.add.overlap(this.#jar, this.#sparks, (_, spark) => {
      ;(spark as Phaser.GameObjects.GameObject).destroy()
      this.#tell({ type: 'caught' })
      this.#sounds.caught(this.#round.combo)
    })
    this.physics.add.overlap(this.#jar, this.#drops, (_, drop) => {
      ;(drop as Phaser.GameObjects.GameObject).destroy()
      this.cameras.main.shake(90, 0.004)
      this.#tell({ type: 'drenched' })
      this.#sounds.drenched()
    })
    this.#rain(this.#sparks, 'spark', [110, 190], () => sparkEveryMs(this.#round.leftMs))
    this.#rain(this.#drops, 'drop', [210, 300], () => DROP_EVERY_MS)
    this.#board.show(this.#round)
  }

  override update(_now: number, deltaMs: number): void {
    const wish = this.#readWish()
    if (this.#round.status !== 'running') {
      this.#jar.setVelocity(0, 0)
      if (wish.start) this.#tell({ type: 'started' })
      return
    }
    const { activePointer: finger } = this.input
    const isLed = finger.isDown && Phaser.Math.Distance.BetweenPoints(this.#jar, finger.position) > REACHED
    const { x, y } = new Phaser.Math.Vector2(wish.x, wish.y).limit(1)
    if (isLed) this.physics.moveTo(this.#jar, finger.worldX, finger.worldY, SPEED)
    else this.#jar.setVelocity(x * SPEED, y * SPEED)
    this.#jar.setAngle(this.#jar.body.velocity.x / 40)
    this.#jar.y = Math.max(this.#jar.y, HEIGHT * 0.45)
    this.#tell({ type: 'passed', ms: deltaMs })
  }

  /** Drops one after another while a round is running. */
  #rain(
    group: Phaser.Physics.Arcade.Group,
    texture: string,
    speeds: [slowest: number, fastest: number],
    everyMs: () => number,
  ): void {
    this.time.delayedCall(everyMs(), () => {
      this.#rain(group, texture, speeds, everyMs)
      if (this.#round.status !== 'running') return
      const falling: Phaser.Physics.Arcade.Image = group.create(
        Phaser.Math.Between(30, WIDTH - 30),
        0,
        texture,
      )
      falling.setVelocity(Phaser.Math.Between(-40, 40), Phaser.Math.Between(...speeds))
      this.time.delayedCall(FALL_MS, () => falling.destroy())
    })
  }

  #tell(event: RoundEvent): void {
    const before = this.#round
    this.#round = play(before, event)
    if (before === this.#round) return
    this.#board.show(this.#round)
    if (before.status === this.#round.status) return
    this.#sparks.clear(true, true)
    this.#drops.clear(true, true)
    if (this.#round.status === 'over') this.#sounds.over()
  }
}

const textureOf = (look: JarLook) => `${look}-jar`
