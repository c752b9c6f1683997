/*:
 * @target MZ
 * @plugindesc Lightning payments in an overlay above the game. Not run in RPG Maker.
 * @author Leyden
 * @help
 * Load leyden.full.js first in the <head> of index.html:
 *
 *   <script src="leyden.full.js"></script>
 *
 * For a first try without a server, put leyden-sandbox.js into the same folder,
 * and set the URL of the BFF to sandbox: a payment is play money then. On
 * itch.io the URL is sandbox-on-any-host.
 *
 * The plugin pauses the game while an overlay is open, and the event goes on
 * when it has closed. If a payment arrives later, its variable changes to paid.
 *
 * A variable only says what the page has seen. Deliver an item when your server
 * receives the event, never because of a variable.
 *
 * @param bffUrl
 * @text URL of the BFF
 * @desc The URL of the server that holds the API key, or sandbox for play money.
 * @type string
 *
 * @command pay
 * @text Ask for a payment
 * @desc Opens a payment of a fixed amount, such as a tip.
 *
 * @arg address
 * @text Lightning Address
 * @type string
 *
 * @arg amountSats
 * @text Amount in satoshis
 * @type number
 * @min 1
 *
 * @arg status
 * @text Variable for the outcome
 * @desc Gets paid, pending, expired, unconfirmed, cancelled, unavailable or error.
 * @type variable
 *
 * @command payOrder
 * @text Ask for the payment of an order
 * @desc Opens the payment of an order that your server signs.
 *
 * @arg url
 * @text URL of the order
 * @desc A URL of your server that answers with the signed order.
 * @type string
 *
 * @arg status
 * @text Variable for the outcome
 * @type variable
 */
;(() => {
  const NAME = 'Leyden'
  /** The wait mode of an event whose overlay is open. */
  const WAITING = 'leyden'

  if (!window.Leyden) throw new Error('Leyden is not on the page: load leyden.full.js first in <head>.')
  let volume = 1
  window.Leyden.configure({
    bffUrl: PluginManager.parameters(NAME).bffUrl,
    game: {
      releaseKeys() {
        Input.clear()
        TouchInput.clear()
      },
      pause: () => SceneManager.stop(),
      mute(muted) {
        // MZ has no function that returns the volume.
        if (muted) volume = WebAudio._masterVolume
        WebAudio.setMasterVolume(muted ? 0 : volume)
      },
      resume: () => SceneManager.resume(),
    },
  })

  let isOpen = false
  /** The latest payment of each variable: the id of its overlay, and the variables of the game that was played. */
  const payments = new Map()

  // A payment that arrives after its overlay has closed. Another saved game has other variables.
  window.Leyden.on('outcome', ({ id, status }) => {
    for (const [variable, payment] of payments)
      if (payment.id === id) payment.variables.setValue(variable, status)
  })

  /** Opens a payment. The event waits until it has ended, and then reads the variable. */
  function open(interpreter, options, variable) {
    const variables = $gameVariables
    isOpen = true
    interpreter.setWaitMode(WAITING)
    payments.delete(variable)
    window.Leyden.open('pay', options)
      .catch((error) => {
        console.error(error)
        return { status: 'error' }
      })
      .then(({ id, status }) => {
        variables.setValue(variable, status)
        payments.set(variable, { id, variables })
        isOpen = false
      })
  }

  PluginManager.registerCommand(NAME, 'pay', function ({ address, amountSats, status }) {
    open(this, { address, amountSats: Number(amountSats) }, Number(status))
  })
  PluginManager.registerCommand(NAME, 'payOrder', function ({ url, status }) {
    const intent = async () => {
      const reply = await fetch(url)
      if (!reply.ok) throw new Error(`The server signs no order: ${reply.status}.`)
      return reply.text()
    }
    open(this, { intent }, Number(status))
  })

  const { updateWaitMode } = Game_Interpreter.prototype
  Game_Interpreter.prototype.updateWaitMode = function () {
    if (this._waitMode !== WAITING) return updateWaitMode.call(this)
    if (!isOpen) this._waitMode = ''
    return isOpen
  }
})()
